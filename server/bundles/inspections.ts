import { PRIORITIES } from '../../contract/limits.ts';
import type { RunningInspection } from './thread.ts';
import type { Inspection } from './zip/inspect.ts';

/** Bundles that wait for their inspection, the most urgent first, a few of them at work at once. */
export interface Inspections {
  add(id: string, priority: string): void;
  /** Takes a bundle out, stopping its inspection if it runs. */
  cancel(id: string): Promise<void>;
  /** Stops everything; nothing is judged any more. */
  close(): Promise<void>;
}

export interface InspectionsParts {
  readonly start: (id: string) => RunningInspection;
  /** Called with every finished inspection; must not throw. */
  readonly judge: (id: string, inspection: Inspection) => Promise<void>;
  readonly atOnce: number;
}

/** The contract lists them from the least urgent on. */
const URGENCY: readonly string[] = PRIORITIES;

interface Waiting {
  readonly id: string;
  readonly urgency: number;
}

export function createInspections({ start, judge, atOnce }: InspectionsParts): Inspections {
  const waiting: Waiting[] = [];
  const running = new Map<string, RunningInspection & { judged: Promise<void> }>();
  let closed = false;

  function fill(): void {
    while (!closed && running.size < atOnce) {
      const next = waiting.shift();
      if (next === undefined) return;
      run(next.id);
    }
  }

  function run(id: string): void {
    const inspection = start(id);
    const judged = inspection.done.then(async (result) => {
      if (running.get(id)?.done === inspection.done) await judge(id, result);
      running.delete(id);
      fill();
    });
    running.set(id, { ...inspection, judged });
  }

  async function cancel(id: string): Promise<void> {
    const at = waiting.findIndex((one) => one.id === id);
    if (at >= 0) waiting.splice(at, 1);
    const inspection = running.get(id);
    running.delete(id);
    await inspection?.stop();
    await inspection?.judged;
  }

  return {
    add(id, priority) {
      const urgency = URGENCY.indexOf(priority);
      const behind = waiting.findIndex((one) => one.urgency < urgency);
      waiting.splice(behind < 0 ? waiting.length : behind, 0, { id, urgency });
      fill();
    },
    cancel,
    async close() {
      closed = true;
      await Promise.all([...running.keys()].map(cancel));
    },
  };
}
