import type { Clock } from '../clock.ts';
import type { UploadTold } from '../uploads/upload-send.ts';
import {
  afterTry,
  again,
  knocked,
  nextOf,
  type OutboxRecord,
  RETRY,
  recovered,
  type SendEnd,
} from './outbox.ts';
import { createRate } from './outbox-rate.ts';
import type { OutboxShelf } from './outbox-shelf.ts';

/** Sends what lies on the shelf, one after the other and in order. One worker of an account does it. */
export interface Drain {
  /** Something was added, or is wanted now. */
  wake(): void;
  /** The server can be reached again. */
  knock(): void;
  retry(id: string): void;
  discard(id: string): void;
  /** Ends its sending, if it is on its way. */
  stop(id: string): void;
}

export interface DrainParts {
  readonly clock: Clock;
  readonly random: () => number;
  readonly shelf: OutboxShelf;
  readonly send: (
    upload: { readonly record: OutboxRecord; readonly file: Blob },
    told: UploadTold,
    signal: AbortSignal,
  ) => Promise<SendEnd>;
  readonly ended: (end: SendEnd) => void;
}

/** Progress is told this often, and no more. */
const TELL_EVERY_MS = 250;
const LONG_MS = 60 * 60_000;

/** @param signal ends it; what is on its way is then left for the next one to resume */
export function drain(
  { clock, random, shelf, send, ended }: DrainParts,
  signal: AbortSignal,
): Drain {
  let nap = new AbortController();
  let sending: { readonly id: string; readonly stop: AbortController } | undefined;

  const wake = () => nap.abort();
  signal.addEventListener('abort', () => {
    wake();
    sending?.stop.abort();
  });

  async function run(): Promise<void> {
    for (const { id } of shelf.all()) shelf.change(id, recovered, 'kept');
    while (!signal.aborted) await step();
  }

  async function step(): Promise<void> {
    const next = nextOf(shelf.all());
    const waitMs = next === undefined ? LONG_MS : next.dueAt - clock.now();
    // Further off than any wait is only what a clock that was set back makes of it.
    if (next !== undefined && (waitMs <= 0 || waitMs > RETRY.maxMs)) return sendOne(next.record);
    nap = new AbortController();
    await clock.sleep(waitMs, nap.signal);
  }

  async function sendOne(record: OutboxRecord): Promise<void> {
    const { id } = record;
    const file = shelf.file(id);
    if (file === undefined) {
      shelf.remove(id);
      return;
    }
    const stop = new AbortController();
    sending = { id, stop };
    const progress = progressOf(record);
    shelf.change(id, (now) => ({ ...now, state: START }), 'kept');
    const told = {
      moved: progress,
      learned: (facts: Partial<OutboxRecord>) =>
        shelf.change(id, (now) => ({ ...now, ...facts }), 'kept'),
    };
    const end = await send({ record, file }, told, stop.signal);
    sending = undefined;
    // Another worker leads by now; what is written on the device is its to write.
    if (signal.aborted) return;
    shelf.change(id, (now) => afterTry(now, end, clock.now(), random()), 'kept');
    ended(end);
  }

  function progressOf({ id, size }: OutboxRecord): (sent: number) => void {
    const rate = createRate();
    let toldAt = Number.NEGATIVE_INFINITY;
    return (all) => {
      // A form is a little longer than the file in it.
      const sent = Math.min(all, size);
      rate.moved(sent, clock.mono());
      if (clock.mono() - toldAt < TELL_EVERY_MS && sent < size) return;
      toldAt = clock.mono();
      const bytesPerSec = rate.bytesPerSec();
      const leftSec = bytesPerSec ? (size - sent) / bytesPerSec : undefined;
      const state = { state: 'sending', sent, bytesPerSec, leftSec } as const;
      shelf.change(id, (now) => ({ ...now, state }), 'passing');
    };
  }

  function stop(id: string): void {
    if (sending?.id === id) sending.stop.abort();
    wake();
  }

  void run();
  return {
    wake,
    knock() {
      for (const { id } of shelf.all())
        shelf.change(id, (record) => knocked(record, clock.now()), 'passing');
      wake();
    },
    retry(id) {
      shelf.change(id, again, 'kept');
      wake();
    },
    discard(id) {
      shelf.remove(id);
      stop(id);
    },
    stop,
  };
}

const START = { state: 'sending', sent: 0, bytesPerSec: undefined, leftSec: undefined } as const;
