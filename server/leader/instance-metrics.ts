import { Gauge } from 'prom-client';
import type { Instance } from '../database/instances.ts';
import type { OpenedStore } from '../database/opened-store.ts';
import type { NodeBase } from '../feature.ts';
import { counter, gauge, labelled } from '../metrics/gauges.ts';
import type { Leadership } from './leadership.ts';

interface InstanceMetricsNeeds {
  readonly instance: Instance;
  readonly leadership: Pick<Leadership, 'state'>;
  /** Of connections; answers null on SQLite. */
  readonly pool: OpenedStore['pool'];
}

/** Which instance this is, whether it leads, and how it stands with the database and the other instances. */
export function instanceMetrics(node: NodeBase, needs: InstanceMetricsNeeds): void {
  const { config, health, journal, registry } = node;
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
  const gauges: [string, string, () => number][] = [
    ['meridian_leader', '1: this instance leads.', () => Number(leadership.state().isLeader)],
    [
      'meridian_database_reachable',
      '0: the database does not answer.',
      () => Number(health.isReachable()),
    ],
    ['meridian_journal_seq', 'Number of the last published change.', () => journal.seq()],
  ];
  for (const one of gauges) gauge(registry, ...one);
  counter(
    registry,
    'meridian_leader_terms_total',
    'How often this instance began to lead since its start.',
    () => leadership.state().terms,
  );
  if (config.database === null) return;
  gauge(
    registry,
    'meridian_database_connections_max',
    'Connections of this instance to the database at most.',
    () => config.database?.connectionsMax ?? 0,
  );
  labelled(
    registry,
    {
      type: 'gauge',
      name: 'meridian_database_connections',
      help: 'Connections to the database, those of them that are idle, and calls that wait for one.',
      label: 'state',
    },
    () => Object.entries(pool() ?? {}),
  );
  const { counters } = journal;
  counter(
    registry,
    'meridian_journal_others_total',
    'Changes of other instances that were published here since start.',
    () => counters().others,
  );
  counter(
    registry,
    'meridian_journal_lag_seconds_total',
    'From their commits to their publication here, added up.',
    () => counters().lagSec,
  );
  gauge(
    registry,
    'meridian_journal_last_lag_seconds',
    'The same of the last one.',
    () => counters().lastLagSec,
  );
}
