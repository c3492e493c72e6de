import { request } from 'node:https';

/** For `healthcheck` where the server speaks TLS: exits with 0 if it answers 200 at the path that is given. */
const [path = '/healthz'] = process.argv.slice(2);
const LIMIT_MS = 2500;

setTimeout(() => process.exit(1), LIMIT_MS);
// The certificate is for the name that people use, and this request stays in the container.
request({ rejectUnauthorized: false, host: '127.0.0.1', port: process.env.PORT ?? '8066', path })
  .on('response', ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
  .on('error', () => process.exit(1))
  .end();
