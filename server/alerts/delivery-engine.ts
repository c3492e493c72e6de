import type { FastifyBaseLogger } from 'fastify';
import { type Alarm, createAlarm } from '../base/alarm.ts';
import type { NodeBase } from '../feature.ts';
import { type createAlertSending, takesShared } from './alert-sending.ts';
import type { Verdict } from './check-delivery.ts';
import { type createDeliveryRecords, RETRY_MS } from './delivery-records.ts';
import { canShare, SEPARATE_MAX } from './incident-alerts.ts';
import { type AlertChannel, findAlertChannel } from './rows/channels.ts';
import { dueDeliveries, dueLanes, type Lane, type WaitingDelivery } from './rows/deliveries.ts';

interface DeliveryEngineDeps extends Pick<NodeBase, 'db' | 'clock'> {
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly check: (delivery: WaitingDelivery) => Promise<Verdict>;
  readonly send: ReturnType<typeof createAlertSending>['send'];
  readonly record: ReturnType<typeof createDeliveryRecords>;
}

const CONCURRENCY = 8;
/** Deliveries of one lane that are looked at together. */
const BATCH_MAX = 1000;
/** What is being sent at the end gets so long. */
const FINISH_MS = 1000;

/**
 * Sends what waits in the database: a few at a time, to each channel or device one at a time and in order. What is being
 * sent when the process ends is sent again by the next one. The owner closes it.
 */
export function createDeliveryEngine(deps: DeliveryEngineDeps) {
  const { db, clock, log, check, send, record } = deps;
  const ending = new AbortController();
  const running = new Map<string, Promise<void>>();
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
    const outcome = await send(channel, deliveries, { isLast, signal: ending.signal });
    if (!ending.signal.aborted) await record.outcome(channel, deliveries, outcome);
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
    start(): void {
      const onError = (error: unknown) => log.error({ err: error }, 'alerts not sent');
      alarm ??= createAlarm({ clock, job: pump, onError });
    },
    /** Looks for what is due: something was stored. */
    wake: () => alarm?.wake(),
    async close(): Promise<void> {
      isClosing = true;
      await alarm?.close();
      const done = new AbortController();
      const finished = Promise.all(running.values()).then(() => done.abort('done'));
      if (await clock.sleep(running.size > 0 ? FINISH_MS : 0, done.signal)) ending.abort();
      await finished;
    },
  };
}
