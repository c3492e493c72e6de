import type { Clock } from '../clock.ts';
import type { createExclusive } from './exclusive.ts';
import {
  afterTry,
  dueNow,
  nextOf,
  type OutboxRecord,
  queuedAgain,
  RETRY,
  recovered,
  type SendEnd,
} from './outbox-rules.ts';
import type { OutboxStore } from './outbox-store.ts';
import type { UploadProgress } from './send-upload.ts';

export interface SenderDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly state: OutboxStore;
  readonly send: (
    upload: { readonly record: OutboxRecord; readonly file: Blob },
    progress: UploadProgress,
    signal: AbortSignal,
  ) => Promise<SendEnd>;
  readonly onEnd: (end: SendEnd) => void;
  /** All tabs have one outbox on the device, and one of them sends at a time. */
  readonly exclusively: ReturnType<typeof createExclusive>['run'];
}

/** Progress is reported this often, and no more. */
const PROGRESS_EVERY_MS = 250;
const LONG_MS = 60 * 60_000;

export type Sender = ReturnType<typeof createSender>;

/**
 * Sends the outbox's uploads, one after the other and in order, in turns with the other tabs.
 *
 * @param signal ends it; an upload that is under way is then left for the next sender to resume
 */
export function createSender(deps: SenderDeps, signal: AbortSignal) {
  const { clock, random, state, exclusively } = deps;
  let nap = new AbortController();
  let sending: { readonly id: string; readonly stop: AbortController; begun: boolean } | undefined;

  function wake(): void {
    nap.abort();
    // Another tab has removed it.
    if (sending !== undefined && state.find(sending.id) === undefined) sending.stop.abort();
  }
  signal.addEventListener('abort', () => {
    wake();
    sending?.stop.abort();
  });

  async function sendAll(): Promise<void> {
    while (!signal.aborted) await step();
  }

  async function step(): Promise<void> {
    const next = nextOf(state.all());
    if (next !== undefined && isDue(next.record)) {
      const stop = new AbortController();
      sending = { id: next.record.id, stop, begun: false };
      await exclusively(stop, () => sendOne(next.record.id, stop.signal));
      sending = undefined;
      return;
    }
    const waitMs = next === undefined ? LONG_MS : next.dueAt - clock.now();
    nap = new AbortController();
    await clock.sleep(waitMs, nap.signal);
  }

  async function sendOne(id: string, stop: AbortSignal): Promise<void> {
    // Another tab may have sent it, or tried to, while this one waited.
    await shared(id, state.load);
    state.change(id, recovered, 'passing');
    const record = state.find(id);
    const file = state.file(id);
    if (record === undefined || stop.aborted || !isDue(record)) return;
    if (file === undefined) return state.remove(id);
    if (sending !== undefined) sending.begun = true;
    state.change(id, (now) => ({ ...now, state: START }), 'saved');
    const progress: UploadProgress = {
      onProgress: reporterOf(record, clock, (next) =>
        state.change(id, (now) => ({ ...now, state: next }), 'passing'),
      ),
      onUpdate: (fields) => state.change(id, (now) => ({ ...now, ...fields }), 'saved'),
    };
    const end = await deps.send({ record, file }, progress, stop);
    // It was removed, this tab ends, or another one has taken over: what is on the device is not this tab's to write.
    if (stop.aborted) return;
    state.change(id, (now) => afterTry(now, end, clock.now(), random()), 'saved');
    deps.onEnd(end);
    // The next tab reads the device.
    await shared(id, state.written);
  }

  /** Where the device does not have an upload, nobody waits for it. */
  async function shared(id: string, work: () => Promise<unknown>): Promise<void> {
    if (state.find(id)?.inMemory === false) await work();
  }

  function isDue(record: OutboxRecord): boolean {
    const next = nextOf([record]);
    const waitMs = next === undefined ? LONG_MS : next.dueAt - clock.now();
    // Further off than any wait is only what a clock that was set back makes of it.
    return next !== undefined && (waitMs <= 0 || waitMs > RETRY.maxMs);
  }

  return {
    start: () => void sendAll(),
    /** Id of the upload that this tab sends. */
    sending: () => (sending?.begun ? sending.id : undefined),
    /** Something was added, or is wanted now. */
    wake,
    /** The server may be reached again. */
    reconnectNow(): void {
      for (const { id } of state.all())
        state.change(id, (record) => dueNow(record, clock.now()), 'passing');
      wake();
    },
    retry(id: string): void {
      state.change(id, queuedAgain, 'saved');
      wake();
    },
    /** Forgets an upload, and ends its sending if it is under way. */
    discard(id: string): void {
      state.remove(id);
      wake();
    },
  };
}

const START = { state: 'sending', sent: 0, bytesPerSec: undefined, leftSec: undefined } as const;

type Sending = Extract<OutboxRecord['state'], { state: 'sending' }>;

/** @returns what is called with the bytes that have left, and reports the progress now and then */
function reporterOf(
  { size }: OutboxRecord,
  clock: Clock,
  report: (state: Sending) => void,
): (sent: number) => void {
  const rate = createRate();
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (all) => {
    // A form is a little longer than the file in it.
    const sent = Math.min(all, size);
    rate.add(sent, clock.mono());
    if (clock.mono() - reportedAt < PROGRESS_EVERY_MS && sent < size) return;
    reportedAt = clock.mono();
    const bytesPerSec = rate.bytesPerSec();
    const leftSec = bytesPerSec ? (size - sent) / bytesPerSec : undefined;
    report({ state: 'sending', sent, bytesPerSec, leftSec });
  };
}

const RATE_WINDOW_MS = 8000;
const RATE_ENOUGH_MS = 1000;

/** How fast an upload goes, by what got through in the last seconds. */
export function createRate() {
  let points: { readonly sent: number; readonly mono: number }[] = [];
  return {
    /** @param sent bytes so far. @param mono milliseconds that only go forward */
    add(sent: number, mono: number): void {
      points = [...points.filter((point) => mono - point.mono <= RATE_WINDOW_MS), { sent, mono }];
    },
    /** @returns undefined until enough time has passed to say */
    bytesPerSec(): number | undefined {
      const [first] = points;
      const last = points.at(-1);
      if (first === undefined || last === undefined) return undefined;
      const tookMs = last.mono - first.mono;
      return tookMs < RATE_ENOUGH_MS ? undefined : ((last.sent - first.sent) / tookMs) * 1000;
    },
  };
}
