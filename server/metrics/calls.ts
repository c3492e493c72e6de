import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client';
import { signInRequired } from '../http/authorize.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);
const PROXY_HEADERS = [
  ...['forwarded', 'via', 'x-real-ip'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
];

/** Metrics for Prometheus: for programs on the same machine and for signed-in accounts. */
export function metricsCalls(app: FastifyInstance, registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'meridian_request_seconds',
    help: 'How long requests took, by route and status class.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    const route = request.routeOptions.url ?? 'none';
    durations.labels(request.method, route, status).observe(reply.elapsedTime / 1000);
    done();
  });
  app.get(
    '/metrics',
    {
      config: { guarded: true },
      onRequest: (request, _reply, done) => done(mayRead(request) ? undefined : signInRequired()),
    },
    async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()),
  );
}

/**
 * A request that a proxy on this machine passes on comes from here only in appearance, also where `TRUSTED_PROXIES` does not
 * announce the proxy. One that the console works through leaves headers, or the name in the browser's address bar.
 */
function mayRead({ signedIn, headers, hostname, ip }: FastifyRequest): boolean {
  if (signedIn !== null) return true;
  const isPassedOn = PROXY_HEADERS.some((name) => headers[name] !== undefined);
  return !isPassedOn && LOOPBACK_HOSTS.has(hostname) && LOOPBACK.has(ip);
}
