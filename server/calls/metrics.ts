import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { signInFirst } from '../http/guard.ts';
import type { Hub } from '../live/hub.ts';
import type { Mesh } from '../mesh/mesh.ts';

interface MetricsParts {
  readonly hub: Hub;
  readonly mesh: Pick<Mesh, 'counts'>;
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** What a Prometheus reads: for programs on the same machine, and for whoever is signed in. */
export function metricsCalls(app: FastifyInstance, { hub, mesh }: MetricsParts): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'meridian_request_seconds',
    help: 'How long requests took, by route and status class.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: [registry],
  });
  meshCounters(registry, mesh);
  gauge(registry, 'meridian_live_sockets', 'Open live sockets.', () => hub.facts().sockets);
  gauge(registry, 'meridian_live_told', 'Live messages since start.', () => hub.facts().told);
  gauge(
    registry,
    'meridian_live_dropped',
    'Sockets closed as too slow.',
    () => hub.facts().dropped,
  );

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
      onRequest: (request, _reply, done) => done(mayRead(request) ? undefined : signInFirst()),
    },
    async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()),
  );
}

/** A forwarded request only looks as if it came from this machine: the proxy stands here, its client does not. */
function mayRead(request: FastifyRequest): boolean {
  const { forwarded, 'x-forwarded-for': forwardedFor } = request.headers;
  const direct = forwarded === undefined && forwardedFor === undefined;
  return request.signedIn !== null || (direct && LOOPBACK.has(request.ip));
}

function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

function meshCounters(registry: Registry, { counts }: Pick<Mesh, 'counts'>): void {
  const kinds = [
    [
      'meridian_mesh_calls_taken',
      'Signed calls of sisters that were believed.',
      'platform',
      counts.taken,
    ],
    ['meridian_mesh_calls_refused', 'Calls that were not believed.', 'reason', counts.refused],
  ] as const;
  for (const [name, help, label, values] of kinds) {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      collect() {
        for (const [value, count] of values) this.set({ [label]: value }, count);
      },
    });
  }
}
