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
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8066 DATA_DIR=/data
WORKDIR /app
# Everything but /data and /tmp may be read-only.
RUN install -d -o node -g node -m 700 /data
COPY --from=modules /app/node_modules node_modules
COPY package.json mesh.config.json ./
# Sources and scripts are for the commands, such as `node scripts/account.mjs list`.
COPY scripts scripts
COPY contract contract
COPY server server
COPY deploy/healthcheck.mjs deploy/healthcheck.mjs
COPY --from=build /app/dist dist
VOLUME /data
# By number, so that an orchestrator sees that it is not root.
USER 1000:1000
EXPOSE 8066
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s \
  CMD ["node", "deploy/healthcheck.mjs"]
CMD ["node", "dist/server/main.js"]
