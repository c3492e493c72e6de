import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  collectDefaultMetrics,
  Histogram,
  type OpenMetricsContentType,
  Registry,
} from 'prom-client';
import { signInRequired } from '../base/http-error.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);
const PROXY_HEADERS = [
  ...['forwarded', 'via', 'x-real-ip'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
];

/** Gauges of the library that are called as if they were counters, which Prometheus' own check refuses. */
const MISNAMED = ['handles', 'requests', 'resources'].map((of) => `nodejs_active_${of}_total`);

/** Metrics for Prometheus: for programs on the same machine and for signed-in accounts. */
export function metricsCalls(app: FastifyInstance, registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
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
    async (request, reply) => {
      const asked = request.headers.accept?.includes('application/openmetrics-text');
      const answer = asked ? openMetrics(registry) : registry;
      return reply.type(answer.contentType).send(await answer.metrics());
    },
  );
}

/** @returns the same metrics in the format of OpenMetrics 1.0 */
function openMetrics(registry: Registry): Registry<OpenMetricsContentType> {
  const same = new Registry<OpenMetricsContentType>();
  same.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  // Copies: the library takes `_total` from the names of counters for good.
  for (const metric of registry.getMetricsAsArray()) same.registerMetric(Object.create(metric));
  return same;
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
