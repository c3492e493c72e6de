import { Gauge, Histogram, type Registry } from 'prom-client';
import { CONNECTION_STATUSES, type Connection } from '../../contract/shapes/mesh.ts';
import type { NodeBase } from '../feature.ts';
import { fromDatabase } from '../metrics/gauges.ts';
import type { Mesh } from './mesh.ts';
import type { RoundListener } from './peers/round.ts';

export const PLATFORM_LABELS = ['platform', 'name', 'kind', 'group'] as const;
const WINDOWS: readonly string[] = ['24h', '30d'];
const MS_PER_SEC = 1000;

type Labelled = Pick<Connection, 'id' | 'name' | 'kind' | 'group'>;

export const labelsOf = ({ id, name, kind = 'mesh', group = '' }: Labelled) => ({
  platform: id,
  name,
  kind,
  group,
});

/**
 * What is known of each platform, the same on every instance; and how long its probes took, where they are made. A paused
 * platform has no values.
 *
 * @returns measures the probes of a round before the next listener has it
 */
export function platformMetrics(
  registry: Registry,
  mesh: Pick<Mesh, 'connections' | 'platform'>,
  { health }: Pick<NodeBase, 'health'>,
): (next: RoundListener) => RoundListener {
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
      for (const one of await probed()) {
        const { uptime = [] } = (await mesh.platform(one.id)) ?? {};
        for (const { range, up, late, down } of uptime) {
          const measured = up + late + down;
          if (WINDOWS.includes(range) && measured > 0)
            gauge.set({ ...labelsOf(one), window: range }, (up + late) / measured);
        }
      }
    }),
  });
  const latencies = new Histogram({
    name: 'meridian_platform_probe_seconds',
    help: 'How long answered probes of a platform took, on the instance that leads.',
    labelNames: PLATFORM_LABELS,
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
    registers,
  });
  return (next) => async (tx, emit, round) => {
    await next(tx, emit, round);
    for (const { platform, outcome } of round.updates)
      if (outcome?.answered && outcome.latencyMs !== null)
        latencies.observe(labelsOf(platform), outcome.latencyMs / MS_PER_SEC);
  };
}
