import type { FastifyBaseLogger } from 'fastify';
import { type Alarm, createAlarm } from '../alarm.ts';
import type { Clock } from '../clock.ts';
import {
  dueDeliveries,
  dueLanes,
  type Lane,
  type StoredDelivery,
} from '../store/alert-deliveries.ts';
import type { Database } from '../store/database.ts';
import { canShare, SEPARATE_MAX } from './incident-alerts.ts';
import type { Verdict } from './judge.ts';
import type { Outcome, OutgoingAlert } from './outgoing.ts';

/**
 * Sends what waits in the database: a few at a time, to each channel or device one at a time and in order. What is being
 * sent when the process ends is sent again by the next one. The owner closes it.
 */
export interface DeliveryEngine {
  start(): void;
  /** Looks for what is due: something was stored. */
  wake(): void;
  close(): Promise<void>;
}

type Waiting = StoredDelivery<OutgoingAlert>;

interface DeliveryEngineDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly judge: (delivery: Waiting) => Promise<Verdict>;
  /** Whether several alerts may be one message there. */
  readonly shares: (channel: string) => Promise<boolean>;
  /** Sends them as one message. @param isLast there is no further attempt */
  readonly send: (
    deliveries: readonly [Waiting, ...Waiting[]],
    options: { readonly isLast: boolean; readonly signal: AbortSignal },
  ) => Promise<Outcome>;
  readonly record: {
    outcome(deliveries: readonly Waiting[], outcome: Outcome): Promise<void>;
    drop(deliveries: readonly Waiting[]): Promise<void>;
    postpone(deliveries: readonly Waiting[]): Promise<void>;
  };
}

const CONCURRENCY = 8;
/** Deliveries of one lane that are looked at together. */
const BATCH_MAX = 1000;
/** What is being sent at the end gets so long. */
const FINISH_MS = 1000;
/** Pauses between attempts; then a delivery is given up. */
export const RETRY_MS = [30_000, 2 * 60_000, 10 * 60_000, 60 * 60_000];

export function createDeliveryEngine(deps: DeliveryEngineDeps): DeliveryEngine {
  const { db, clock, log, judge, shares, send, record } = deps;
  const ending = new AbortController();
  const running = new Map<string, Promise<void>>();
  let alarm: Alarm | undefined;
  let isClosing = false;

  async function sortOut(lane: Lane) {
    const rows = await dueDeliveries<OutgoingAlert>(db, lane, {
      now: clock.now(),
      limit: BATCH_MAX,
    });
    const sorted: Record<Verdict, Waiting[]> = { send: [], drop: [], wait: [] };
    for (const row of rows) sorted[await judge(row)].push(row);
    return sorted;
  }

  async function messageOf(first: Waiting, others: readonly Waiting[]) {
    const alike = others.filter(({ message }) => canShare(first.message, message));
    const isShared = alike.length >= SEPARATE_MAX && (await shares(first.channel));
    return [first, ...(isShared ? alike : [])] as const;
  }

  /** Sends the next message of a lane. */
  async function deliver(lane: Lane): Promise<void> {
    const { send: sendable, drop, wait } = await sortOut(lane);
    if (drop.length > 0) await record.drop(drop);
    if (wait.length > 0) await record.postpone(wait);
    const [first, ...others] = sendable;
    if (first === undefined) return;
    const deliveries = await messageOf(first, others);
    const isLast = first.attempts >= RETRY_MS.length;
    const outcome = await send(deliveries, { isLast, signal: ending.signal });
    if (!ending.signal.aborted) await record.outcome(deliveries, outcome);
  }

  function startLane(name: string, lane: Lane): void {
    const done = () => {
      running.delete(name);
      alarm?.wake();
    };
    const onError = async (error: unknown) => {
      log.error({ err: error }, 'alert failed, will be retried');
      // Not at once again, whatever is wrong.
      await clock.sleep(RETRY_MS[0] ?? 0, ending.signal);
    };
    running.set(name, deliver(lane).catch(onError).then(done));
  }

  async function pump(): Promise<number | null> {
    if (isClosing) return null;
    const { lanes, nextAt } = await dueLanes(db, clock.now());
    for (const lane of lanes) {
      if (running.size >= CONCURRENCY) break;
      const name = `${lane.channel} ${lane.target}`;
      if (!running.has(name)) startLane(name, lane);
    }
    return nextAt;
  }

  return {
    start() {
      const onError = (error: unknown) => log.error({ err: error }, 'alerts not sent');
      alarm ??= createAlarm({ clock, job: pump, onError });
    },
    wake: () => alarm?.wake(),
    async close() {
      isClosing = true;
      await alarm?.close();
      const done = new AbortController();
      const finished = Promise.all(running.values()).then(() => done.abort('done'));
      if (await clock.sleep(running.size > 0 ? FINISH_MS : 0, done.signal)) ending.abort();
      await finished;
    },
  };
}
