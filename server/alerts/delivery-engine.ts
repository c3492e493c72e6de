import type { FastifyBaseLogger } from 'fastify';
import { type Alarm, createAlarm } from '../base/alarm.ts';
import { within } from '../base/clock.ts';
import { DatabaseFullError, DatabaseUnreachableError } from '../database/database-errors.ts';
import type { NodeBase } from '../feature.ts';
import { type createAlertSending, takesShared } from './alert-sending.ts';
import type { Verdict } from './check-delivery.ts';
import { type createDeliveryRecords, RETRY_MS } from './delivery-records.ts';
import { canShare, SEPARATE_MAX } from './incident-alerts.ts';
import { errorText } from './outgoing.ts';
import { type AlertChannel, findAlertChannel } from './rows/channels.ts';
import { dueDeliveries, dueLanes, type Lane, type WaitingDelivery } from './rows/deliveries.ts';

type Deliveries = Parameters<DeliveryEngineDeps['send']>[1];

interface DeliveryEngineDeps extends Pick<NodeBase, 'db' | 'clock' | 'loops'> {
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly check: (delivery: WaitingDelivery) => Promise<Verdict>;
  readonly send: ReturnType<typeof createAlertSending>['send'];
  readonly record: ReturnType<typeof createDeliveryRecords>;
}

const SEND = { name: 'send alerts', failed: 'alerts not sent', without: 'sent no alerts' };
/** Of one channel at once, so that none takes the place of another. */
const PLACES = 8;
/** Of one delivery, whatever its receiver does. */
const DELIVERY_MAX_MS = 60_000;
const TOO_LONG = new Error(`It took longer than ${DELIVERY_MAX_MS / 1000} s.`);
/** Deliveries of one lane that are looked at together. */
const BATCH_MAX = 1000;
/** What is being sent at the end gets so long. */
const FINISH_MS = 1000;

/**
 * Sends what waits in the database: a few of each channel at a time, to each channel or device one at a time and in order. What is being
 * sent when the process ends is sent again by the next one. The owner closes it.
 */
export function createDeliveryEngine(deps: DeliveryEngineDeps) {
  const { db, clock, loops, log, check, send, record } = deps;
  const ending = new AbortController();
  const running = new Map<string, { readonly channel: string; readonly sending: Promise<void> }>();
  let alarm: Alarm | undefined;
  let isClosing = false;

  /** @returns those that may be sent now */
  async function sortOut(lane: Lane, channel: AlertChannel | undefined) {
    const rows = await dueDeliveries(db, lane, { now: clock.now(), limit: BATCH_MAX });
    const sorted: Record<Verdict, WaitingDelivery[]> = { send: [], drop: [], wait: [] };
    for (const row of rows) sorted[channel?.enabled ? await check(row) : 'drop'].push(row);
    if (sorted.drop.length > 0) await record.drop(sorted.drop);
    if (sorted.wait.length > 0) await record.postpone(sorted.wait);
    return sorted.send;
  }

  /** Sends the next message of a lane. */
  async function deliver(lane: Lane): Promise<void> {
    const channel = await findAlertChannel(db, lane.channel);
    const [first, ...others] = await sortOut(lane, channel);
    // Another instance may lead by now.
    if (first === undefined || channel === undefined || isClosing) return;
    const alike = others.filter(({ message }) => canShare(first.message, message));
    const isShared = alike.length >= SEPARATE_MAX && takesShared(channel);
    const deliveries = [first, ...(isShared ? alike : [])] as const;
    const isLast = first.attempts >= RETRY_MS.length;
    const outcome = await sendInTime(channel, deliveries, isLast);
    if (!ending.signal.aborted) await record.outcome(channel, deliveries, outcome);
  }

  /** Whatever goes wrong is the outcome of this delivery, unless it is the database. */
  async function sendInTime(...[channel, deliveries, isLast]: [AlertChannel, Deliveries, boolean]) {
    const limit = { ms: DELIVERY_MAX_MS, reason: TOO_LONG, signal: ending.signal };
    try {
      return await within(clock, limit, (signal) =>
        Promise.race([send(channel, deliveries, { isLast, signal }), aborted(signal)]),
      );
    } catch (error) {
      if (error instanceof DatabaseUnreachableError || error instanceof DatabaseFullError)
        throw error;
      const state = error === TOO_LONG ? 'later' : 'failed';
      return { state, error: errorText(String((error as Error)?.message ?? error)) } as const;
    }
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
    const sending = deliver(lane).catch(onError).then(done);
    running.set(name, { channel: lane.channel, sending });
  }

  async function pump(): Promise<number | null> {
    if (isClosing) return null;
    const { lanes, nextAt } = await dueLanes(db, clock.now());
    for (const lane of lanes) {
      const mine = [...running.values()].filter(({ channel }) => channel === lane.channel);
      if (mine.length >= PLACES) continue;
      const name = `${lane.channel} ${lane.target}`;
      if (!running.has(name)) startLane(name, lane);
    }
    return nextAt;
  }

  return {
    start(): void {
      alarm ??= createAlarm({ clock, loops, job: pump, ...SEND });
    },
    /** Looks for what is due: something was stored. */
    wake: () => alarm?.wake(),
    async close(): Promise<void> {
      isClosing = true;
      await alarm?.close();
      const done = new AbortController();
      const finished = Promise.all([...running.values()].map(({ sending }) => sending)).then(() =>
        done.abort('done'),
      );
      if (await clock.sleep(running.size > 0 ? FINISH_MS : 0, done.signal)) ending.abort();
      await finished;
    },
  };
}

/** Rejects with its reason when it is aborted. */
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
