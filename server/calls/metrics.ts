import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { BUNDLE_STATUSES } from '../../contract/shapes/bundle.ts';
import type { Resumables } from '../bundles/resumable.ts';
import { signInFirst } from '../http/guard.ts';
import type { Hub } from '../live/hub.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Pushes } from '../push/pushes.ts';
import { usageByStatus } from '../store/bundles.ts';
import type { Database } from '../store/database.ts';

interface MetricsParts {
  readonly hub: Hub;
  readonly mesh: Pick<Mesh, 'counts'>;
  readonly db: Database;
  readonly resumables: Pick<Resumables, 'unfinished'>;
  readonly pushes: Pick<Pushes, 'facts'>;
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** What a Prometheus reads: for programs on the same machine, and for whoever is signed in. */
export function metricsCalls(app: FastifyInstance, parts: MetricsParts): void {
  const { hub, mesh } = parts;
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
  bundleGauges(registry, parts);
  const gauges: [string, string, () => number][] = [
    ['meridian_live_sockets', 'Open live sockets.', () => hub.facts().sockets],
    ['meridian_live_told', 'Live messages since start.', () => hub.facts().told],
    ['meridian_live_dropped', 'Sockets closed as too slow.', () => hub.facts().dropped],
    ['meridian_push_sent', 'Pushes that were taken since start.', () => parts.pushes.facts().sent],
    ['meridian_push_waiting', 'Pushes on their way.', () => parts.pushes.facts().waiting],
    ['meridian_push_dropped', 'Pushes beyond what waits.', () => parts.pushes.facts().dropped],
  ];
  for (const one of gauges) gauge(registry, ...one);

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

function gauge(
  registry: Registry,
  name: string,
  help: string,
  read: () => number | Promise<number>,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set(await read());
    },
  });
}

/** Every status of the contract has its line, so that a graph of one that is rare does not break off. */
function bundleGauges(registry: Registry, { db, resumables }: MetricsParts): void {
  const byStatus = [
    ['meridian_bundles', 'Bundles that are kept.', 'bundles'],
    ['meridian_bundle_bytes', 'Bytes of the bundles that are kept.', 'bytes'],
  ] as const;
  for (const [name, help, field] of byStatus) {
    new Gauge({
      name,
      help,
      labelNames: ['status'],
      registers: [registry],
      async collect() {
        const used = await usageByStatus(db);
        for (const status of BUNDLE_STATUSES)
          this.set({ status }, used.find((one) => one.status === status)?.[field] ?? 0);
      },
    });
  }
  const unfinished = [
    ['meridian_uploads_unfinished', 'Uploads that are not whole yet.', 'uploads'],
    ['meridian_uploads_unfinished_bytes', 'Bytes of them that have arrived.', 'bytes'],
  ] as const;
  for (const [name, help, field] of unfinished)
    gauge(registry, name, help, async () => (await resumables.unfinished())[field]);
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
