import { Gauge, type Registry } from 'prom-client';
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

/** Registers a gauge with one label, whose every value has a line, so that its graph has no gaps. */
export function labelled<Value extends string>(
  registry: Registry,
  options: { readonly name: string; readonly help: string; readonly label: string },
  read: () => readonly (readonly [value: Value, count: number])[],
): void {
  const { name, help, label } = options;
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      for (const [value, count] of read()) this.set({ [label]: value }, count);
    },
  });
}

/** @returns reads a gauge from the database. Without it the gauge has no values, and all others are answered. */
export function fromDatabase<Label extends string>(
  health: DatabaseHealth,
  read: (gauge: Gauge<Label>) => Promise<void>,
) {
  return async function collect(this: Gauge<Label>): Promise<void> {
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
