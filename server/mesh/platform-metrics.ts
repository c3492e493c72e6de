import { setImmediate } from 'node:timers/promises';
import { Gauge, Histogram } from 'prom-client';
import { CONNECTION_STATUSES } from '../../contract/shapes/mesh.ts';
import type { Feature, NodeBase } from '../feature.ts';
import { fromDatabase, labelsOf, PLATFORM_LABELS } from '../metrics/gauges.ts';
import type { Mesh } from './mesh.ts';

const WINDOWS = ['24h', '30d'] as const;
const MS_PER_SEC = 1000;

/**
 * What is known of each platform, the same on every instance; and how long its probes took, where they are made. A paused
 * platform has no values.
 */
export function setUpPlatformMetrics(
  { registry, health, platforms }: Pick<NodeBase, 'registry' | 'health' | 'platforms'>,
  mesh: Pick<Mesh, 'connections' | 'uptimeRatios'>,
): Feature {
  const registers = [registry];
  const probed = async () => (await mesh.connections()).filter(({ paused }) => paused !== true);
  new Gauge({
    name: 'meridian_platform_status',
    help: 'Whether a platform has this status: 1 for one of them, 0 for the others.',
    labelNames: [...PLATFORM_LABELS, 'status'],
    registers,
    collect: fromDatabase(health, async (gauge) => {
      for (const one of await probed())
        for (const status of CONNECTION_STATUSES)
          gauge.set({ ...labelsOf(one), status }, Number(one.status === status));
    }),
  });
  new Gauge({
    name: 'meridian_platform_uptime_ratio',
    help: 'Share of the measured time in which a platform answered, planned times left out.',
    labelNames: [...PLATFORM_LABELS, 'window'],
    registers,
    collect: fromDatabase(health, async (gauge) => {
      const connections = await probed();
      for (const window of WINDOWS) {
        const ratios = await mesh.uptimeRatios(window);
        for (const one of connections) {
          const ratio = ratios.get(one.id);
          if (ratio !== undefined) gauge.set({ ...labelsOf(one), window }, ratio);
        }
      }
    }),
  });
  /** Rates do not see the first events of a counter that begins at more than 0. */
  const begun = new Set<string>();
  function beginAtZero(labels: ReturnType<typeof labelsOf>): void {
    const key = JSON.stringify(labels);
    if (!begun.has(key)) latencies.zero(labels);
    begun.add(key);
  }
  const latencies = new Histogram({
    name: 'meridian_platform_probe_seconds',
    help: 'How long answered probes of a platform took, on the instance that leads.',
    labelNames: PLATFORM_LABELS,
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
    registers,
    async collect() {
      // Thousands of lines are written at once, after a breath for other work.
      await setImmediate();
      platforms.map(labelsOf).forEach(beginAtZero);
    },
  });
  return {
    async afterRound(_tx, _emit, { results }) {
      for (const { platform, outcome } of results) {
        if (!outcome?.answered || outcome.latencyMs === null) continue;
        beginAtZero(labelsOf(platform));
        latencies.observe(labelsOf(platform), outcome.latencyMs / MS_PER_SEC);
      }
    },
  };
}
