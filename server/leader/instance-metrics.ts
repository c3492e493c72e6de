import { Gauge } from 'prom-client';
import type { OpenedStore } from '../database/opened-store.ts';
import type { NodeBase } from '../feature.ts';
import { metric } from '../metrics/gauges.ts';
import type { Leadership } from './leadership.ts';
import type { Instance } from './rows.ts';

interface InstanceMetricsNeeds {
  readonly instance: Instance;
  readonly leadership: Pick<Leadership, 'state'>;
  /** Of connections; answers null on SQLite. */
  readonly pool: OpenedStore['pool'];
}

/** Which instance this is, whether it leads, and how it stands with the database and the other instances. */
export function instanceMetrics(node: NodeBase, needs: InstanceMetricsNeeds): void {
  const { config, health, journal, registry } = node;
  loopMetrics(node);
  const { instance, leadership, pool } = needs;
  const database = config.database === null ? 'sqlite' : 'postgres';
  new Gauge({
    name: 'meridian_instance_info',
    help: 'Always 1; its labels say what runs.',
    labelNames: ['instance_name', 'build', 'database', 'bundle_store'],
    registers: [registry],
  }).set(
    {
      instance_name: instance.name,
      build: instance.build,
      database,
      bundle_store: config.bundleStore.kind,
    },
    1,
  );
  metric(registry, ['meridian_leader', '1: this instance leads.'], () =>
    Number(leadership.state().isLeader),
  );
  metric(registry, ['meridian_database_reachable', '0: the database does not answer.'], () =>
    Number(health.isReachable()),
  );
  metric(registry, ['meridian_journal_seq', 'Number of the last published change.'], journal.seq);
  metric(
    registry,
    ['meridian_leader_terms_total', 'How often this instance began to lead since its start.'],
    () => leadership.state().terms,
  );
  if (config.database === null) return;
  const { connectionsMax } = config.database;
  metric(
    registry,
    ['meridian_database_connections_max', 'Connections of this instance to the database at most.'],
    () => connectionsMax,
  );
  metric(
    registry,
    [
      'meridian_database_connections',
      'Connections to the database, those of them that are idle, and calls that wait for one.',
      'state',
    ],
    () => Object.entries(pool() ?? {}),
  );
  const { counters } = journal;
  metric(
    registry,
    [
      'meridian_journal_others_total',
      'Changes of other instances that were published here since start.',
    ],
    () => counters().others,
  );
  metric(
    registry,
    [
      'meridian_journal_lag_seconds_total',
      'From their commits to their publication here, added up.',
    ],
    () => counters().lagSec,
  );
  metric(
    registry,
    ['meridian_journal_last_lag_seconds', 'The same of the last one.'],
    () => counters().lastLagSec,
  );
}

function loopMetrics({ loops, registry }: Pick<NodeBase, 'loops' | 'registry'>): void {
  metric(
    registry,
    [
      'meridian_loop_late_seconds',
      'How long ago the next run of a loop should have succeeded.',
      'loop',
    ],
    () => {
      const late = new Map<string, number>();
      for (const { name, lateMs } of loops.states())
        late.set(name, Math.max(late.get(name) ?? 0, lateMs / 1000));
      return [...late];
    },
  );
  metric(
    registry,
    ['meridian_loop_cut_off_total', 'Runs of a loop that took too long.', 'loop'],
    () => [...loops.cutOff],
  );
}
