import { randomUUID } from 'node:crypto';
import { onTestFinished, vi } from 'vitest';
import { type Clock, createClock } from '../../../server/base/clock.ts';
import { createLoops } from '../../../server/base/loop.ts';
import type { TermJournal } from '../../../server/database/journal.ts';
import type { Leadership } from '../../../server/leader/leadership.ts';
import type { LeaseTimes } from '../../../server/leader/lease-keeper.ts';
import { createLeaseLeadership } from '../../../server/leader/lease-leadership.ts';
import { type Instance, openInstance } from '../store/postgres/instances.ts';

/** As in the product, some fifteen times faster. */
const TIMES: LeaseTimes = {
  ...{ ttl: 600, renewEvery: 150, renewAgain: 50 },
  ...{ margin: 100, lookEvery: 60, closeMax: 400 },
};

/** An instance that leads or stands for it. */
export interface Candidate extends Instance {
  readonly leadership: Leadership;
  /** Journals of its terms, in order; undefined at the end of each. */
  readonly terms: { readonly journal: TermJournal; open: boolean }[];
  /** What the opening and the beginning of its next terms do. */
  onOpen: () => Promise<void>;
  onStart: () => Promise<void>;
  /** What the end of its terms waits for. */
  onClose: () => Promise<void>;
  /** As if the process was paused by the operating system: no timer fires. */
  pause(): void;
  /** Timers that are due fire. */
  goOn(): void;
}

/** Opens an instance that begins to stand at once. It is closed with the test. */
export async function stand(url: string): Promise<Candidate> {
  const store = await openInstance(url);
  const clock = createPausableClock();
  const quiet = () => undefined;
  const candidate: Candidate = {
    ...store,
    terms: [],
    onOpen: async () => undefined,
    onStart: async () => undefined,
    onClose: async () => undefined,
    pause: clock.pause,
    goOn: clock.goOn,
    leadership: createLeaseLeadership({
      ...{ ...store, clock, loops: createLoops(clock), instance: randomUUID(), times: TIMES },
      log: { info: quiet, warn: quiet, error: quiet },
      async openTerm(journal) {
        await candidate.onOpen();
        const term = { journal, open: true };
        candidate.terms.push(term);
        return {
          start: () => candidate.onStart(),
          async close() {
            await candidate.onClose();
            term.open = false;
          },
        };
      },
    }),
  };
  await candidate.leadership.start();
  onTestFinished(() => {
    clock.goOn();
    return candidate.leadership.close();
  });
  return candidate;
}

function createPausableClock(): Clock & Pick<Candidate, 'pause' | 'goOn'> {
  const clock = createClock();
  let gate: ReturnType<typeof createLatch> | undefined;
  return {
    ...clock,
    async sleep(ms, signal) {
      const slept = await clock.sleep(ms, signal);
      await gate?.opened;
      return slept;
    },
    pause() {
      gate = createLatch();
    },
    goOn() {
      gate?.open();
      gate = undefined;
    },
  };
}

/** @returns a promise that is resolved from outside, once */
export function createLatch() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** @returns the candidates that lead */
export const leadersOf = (candidates: readonly Candidate[]) =>
  candidates.filter(({ leadership }) => leadership.state().isLeader);

/** Waits until another leads than the given one. */
export const successorOf = (former: Candidate, candidates: readonly Candidate[]) =>
  vi.waitFor(
    () => {
      const [leader] = leadersOf(candidates.filter((one) => one !== former));
      if (leader === undefined) throw new Error('nobody leads');
      return leader;
    },
    { timeout: 10_000, interval: 5 },
  );
