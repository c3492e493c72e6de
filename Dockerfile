# syntax=docker/dockerfile:1
# What each step does was run by hand: see "Packaging" in docs/operations/install.md.
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY . .
RUN npm run build

FROM ${NODE_IMAGE} AS modules
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Only the console imports these, and it is built.
RUN npm ci --omit=dev \
  && cd node_modules \
  && rm -rf @fontsource-variable @mantine @tabler react react-dom tus-js-client uplot workbox-precaching workbox-routing workbox-window

FROM ${NODE_IMAGE}
# More threads than Node's four: a disk that hangs holds some of them, and passwords and names need others.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8066 DATA_DIR=/data UV_THREADPOOL_SIZE=16
WORKDIR /app
# For platforms of the kind ping.
RUN apt-get update && apt-get install -y --no-install-recommends iputils-ping && rm -rf /var/lib/apt/lists/*
# Everything but /data and /tmp may be read-only.
RUN install -d -o node -g node -m 700 /data
COPY --from=modules /app/node_modules node_modules
COPY package.json mesh.config.json ./
# Sources and scripts are for the commands, such as `node scripts/account.mjs list`.
COPY scripts scripts
COPY contract contract
COPY proofs proofs
COPY server server
COPY deploy/healthcheck deploy/healthcheck.mjs deploy/
COPY --from=build /app/dist dist
VOLUME /data
# By number, so that an orchestrator sees that it is not root.
USER 1000:1000
EXPOSE 8066
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=3s --start-period=60s \
  CMD ["deploy/healthcheck"]
CMD ["node", "dist/server/main.js"]
