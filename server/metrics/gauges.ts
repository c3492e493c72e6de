import { Counter, Gauge, type Registry } from 'prom-client';
import type { Connection } from '../../contract/shapes/mesh.ts';
import { DatabaseUnreachableError } from '../database/database-errors.ts';
import type { DatabaseHealth } from '../database/health.ts';

/** Of metrics about a platform. */
export const PLATFORM_LABELS = ['platform', 'name', 'kind', 'group'] as const;

type Labelled = Pick<Connection, 'id' | 'name' | 'kind' | 'group'>;

export const labelsOf = ({ id, name, kind = 'mesh', group = '' }: Labelled) => ({
  platform: id,
  name,
  kind,
  group,
});

type Values = number | readonly (readonly [value: string, count: number])[];

/**
 * Registers a gauge; where its name ends in `_total` a counter, of what is counted elsewhere since the process began.
 *
 * @param read its value; with a label that of each of the label's values, so that their graphs have no gaps
 */
export function metric(
  registry: Registry,
  [name, help, label]: readonly [name: string, help: string, label?: string],
  read: () => Values | Promise<Values>,
): void {
  const Metric = name.endsWith('_total') ? Counter : Gauge;
  new Metric({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    async collect(this: Counter | Gauge) {
      const values = await read();
      this.reset();
      if (typeof values === 'number') this.inc(values);
      else for (const [value, count] of values) this.inc({ [label ?? '']: value }, count);
    },
  });
}

/** @returns reads a metric from the database. Without it the metric has no values, and all others are answered. */
export function fromDatabase<Metric extends Counter | Gauge>(
  health: DatabaseHealth,
  read: (metric: Metric) => Promise<void>,
) {
  return async function collect(this: Metric): Promise<void> {
    this.reset();
    if (!health.isReachable()) return;
    try {
      await read(this);
    } catch (error) {
      if (!(error instanceof DatabaseUnreachableError)) throw error;
      this.reset();
    }
  };
}
