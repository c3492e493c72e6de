import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

/** For the HEALTHCHECK of the image: exits with 0 if the server in this container lives. */
const { PORT = '8066', TLS_CERT } = process.env;
const LIMIT_MS = 2500;

// The certificate is for the name that people use, and this request stays in the container.
const [request, options] = TLS_CERT
  ? [requestHttps, { rejectUnauthorized: false }]
  : [requestHttp, {}];
request({ ...options, host: '127.0.0.1', port: PORT, path: '/healthz', timeout: LIMIT_MS })
  .on('response', ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1))
  .end();
