import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client';
import { BUNDLE_STATUSES } from '../../../contract/shapes/bundle.ts';
import type { Alerts } from '../../alerts/alerts.ts';
import type { DiskSpace } from '../../bundles/disk-space.ts';
import type { TusUploads } from '../../bundles/uploads/tus-uploads.ts';
import { signInRequired } from '../../http/authorize.ts';
import type { Mesh } from '../../mesh/mesh.ts';
import { usageByStatus } from '../../store/bundles.ts';
import type { Database } from '../../store/database.ts';
import type { DatabaseHealth } from '../../store/health.ts';
import { listOpenIncidents } from '../../store/incidents.ts';
import { fromDatabase, gauge } from './gauges.ts';

interface MetricsDeps {
  readonly registry: Registry;
  readonly health: DatabaseHealth;
  readonly mesh: Pick<Mesh, 'counts'>;
  readonly db: Database;
  readonly tusUploads: Pick<TusUploads, 'unfinished'>;
  readonly disk: Pick<DiskSpace, 'read'>;
  readonly alerts: Pick<Alerts, 'counters'>;
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Metrics for Prometheus: for programs on the same machine and for signed-in accounts. */
export function metricsCalls(app: FastifyInstance, deps: MetricsDeps): void {
  const { registry, mesh } = deps;
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'meridian_request_seconds',
    help: 'How long requests took, by route and status class.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: [registry],
  });
  meshCounters(registry, mesh);
  bundleGauges(registry, deps);
  incidentGauge(registry, deps);
  alertGauges(registry, deps);
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

/** A forwarded request comes from this machine only in appearance: the proxy is here, its client is not. */
function mayRead(request: FastifyRequest): boolean {
  const { forwarded, 'x-forwarded-for': forwardedFor } = request.headers;
  const direct = forwarded === undefined && forwardedFor === undefined;
  return request.signedIn !== null || (direct && LOOPBACK.has(request.ip));
}

/** Drills are not counted. */
function incidentGauge(registry: Registry, { db, health }: MetricsDeps): void {
  new Gauge({
    name: 'meridian_incidents_open',
    help: 'Open incidents of platforms.',
    labelNames: ['status'],
    registers: [registry],
    collect: fromDatabase(health, async (gauge) => {
      const open = (await listOpenIncidents(db)).filter(({ drillUntil }) => drillUntil === null);
      for (const status of ['warning', 'error'])
        gauge.set({ status }, open.filter((one) => one.status === status).length);
    }),
  });
}

/** Every status of the contract has a line, so that the graph of a rare one has no gaps. */
function bundleGauges(registry: Registry, deps: MetricsDeps): void {
  const { health, db, tusUploads, disk } = deps;
  const byStatus = [
    ['meridian_bundles', 'Stored bundles.', 'bundles'],
    ['meridian_bundle_bytes', 'Bytes of stored bundles.', 'bytes'],
  ] as const;
  for (const [name, help, field] of byStatus) {
    new Gauge({
      name,
      help,
      labelNames: ['status'],
      registers: [registry],
      collect: fromDatabase(health, async (gauge) => {
        const used = await usageByStatus(db);
        for (const status of BUNDLE_STATUSES)
          gauge.set({ status }, used.find((one) => one.status === status)?.[field] ?? 0);
      }),
    });
  }
  const diskBytes = [
    ['meridian_disk_free_bytes', 'Free bytes of the disk of the data directory.', 'freeBytes'],
    ['meridian_disk_reserve_bytes', 'Bytes of it that uploads never use.', 'reserveBytes'],
  ] as const;
  for (const [name, help, field] of diskBytes)
    gauge(registry, name, help, async () => (await disk.read())[field]);
  const unfinished = [
    ['meridian_uploads_unfinished', 'Uploads in progress.', 'uploads'],
    ['meridian_uploads_unfinished_bytes', 'Received bytes of uploads in progress.', 'bytes'],
  ] as const;
  for (const [name, help, field] of unfinished)
    gauge(registry, name, help, async () => (await tusUploads.unfinished())[field]);
}

function meshCounters(registry: Registry, { counts }: Pick<Mesh, 'counts'>): void {
  const kinds = [
    [
      'meridian_mesh_calls_taken',
      'Signed calls of peers that were accepted.',
      'platform',
      counts.taken,
    ],
    ['meridian_mesh_calls_refused', 'Calls of peers that were refused.', 'reason', counts.refused],
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

/** Every kind of channel has a line, so that its graph has no gaps. */
function alertGauges(registry: Registry, { alerts, health }: MetricsDeps): void {
  const states = [
    ['sent', 'Alerts that were sent since start.'],
    ['failed', 'Alerts that were given up since start.'],
    ['waiting', 'Alerts that wait to be sent.'],
  ] as const;
  for (const [state, help] of states) {
    new Gauge({
      name: `meridian_alerts_${state}`,
      help,
      labelNames: ['channel'],
      registers: [registry],
      collect: fromDatabase(health, async (gauge) => {
        for (const { kind, [state]: count } of await alerts.counters())
          gauge.set({ channel: kind }, count);
      }),
    });
  }
}
