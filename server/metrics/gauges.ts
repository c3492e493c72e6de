import { Counter, Gauge, type Registry } from 'prom-client';
import { DatabaseUnreachableError } from '../database/database-errors.ts';
import type { DatabaseHealth } from '../database/health.ts';

/** Registers a gauge without labels. */
export function gauge(
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

/** Registers a counter without labels, of what is counted elsewhere since the process began. */
export function counter(registry: Registry, name: string, help: string, read: () => number): void {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}

interface LabelledOptions {
  /** A counter's name ends in `_total`. */
  readonly type: 'gauge' | 'counter';
  readonly name: string;
  readonly help: string;
  readonly label: string;
}

/** Registers a metric with one label, whose every value has a line, so that its graph has no gaps. */
export function labelled<Value extends string>(
  registry: Registry,
  { type, name, help, label }: LabelledOptions,
  read: () => readonly (readonly [value: Value, count: number])[],
): void {
  const Metric = type === 'counter' ? Counter : Gauge;
  new Metric({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect(this: Counter | Gauge) {
      this.reset();
      for (const [value, count] of read()) this.inc({ [label]: value }, count);
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
