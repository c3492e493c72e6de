import type { FastifyBaseLogger } from 'fastify';
import { keyOf, keyText } from '../../contract/paths.ts';
import { type Alarm, createAlarm } from '../base/alarm.ts';
import type { Journal } from '../database/journal.ts';
import type { NodeBase } from '../feature.ts';
import type { SendPush } from '../push/send-push.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { createAlertCounters } from './alert-counters.ts';
import { createDecider, isDecisive } from './alert-decider.ts';
import { createAlertSending } from './alert-sending.ts';
import { createAlertTests } from './alert-tests.ts';
import { createTargetGuard } from './channels/target-guard.ts';
import { createDeliveryCheck } from './check-delivery.ts';
import { createDeliveryEngine } from './delivery-engine.ts';
import { createDeliveryRecords } from './delivery-records.ts';
import { dropDecisions } from './rows/decisions.ts';
import { dropDeliveries } from './rows/deliveries.ts';

export type Alerts = ReturnType<typeof createAlerts>;

export interface AlertsDeps extends Pick<NodeBase, 'config' | 'db' | 'journal' | 'clock'> {
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly secrets: SecretBox;
  readonly sendPush: SendPush;
  /** Whether a platform is in a maintenance window. */
  readonly isPlanned: (platform: string, at: number) => boolean;
}

const DELIVERIES = keyText(keyOf('alertDeliveries'));
const CHECK_MS = 60_000;
const HOUR_MS = 60 * 60_000;
const KEEP_MS = 30 * 24 * HOUR_MS;
const DROP_EVERY_MS = HOUR_MS;

/**
 * Alerts by push, e-mail and webhook. What is due is decided from stored incidents and rules, stored as deliveries, and
 * sent from there. The owner closes it.
 */
export function createAlerts(deps: AlertsDeps) {
  const { config, db, secrets } = deps;
  const { mesh, alerts } = config;
  const { id, name, domain } = mesh.node;
  const sender = { product: mesh.product, node: { id, name, domain }, origin: alerts.origin };
  const sending = createAlertSending({
    ...deps,
    guard: createTargetGuard(alerts),
    sender,
  });
  const counters = createAlertCounters(db);
  const ending = new AbortController();
  const test = createAlertTests({ ...deps, sending, onEnd: counters.count });

  return {
    secrets,
    sender,
    /** Sends a test at once. @returns nobody: the account has no device; undefined: no such channel */
    test: (channel: string, account: string) => test(channel, account, ending.signal),
    counters: counters.read,
    /** @param journal of the leader, which alone decides and sends. The caller closes it */
    lead: (journal: Journal) =>
      createAlertsTerm({ ...deps, journal, sending, onEnd: counters.count }),
    /** Ends tests that are under way. */
    close: () => ending.abort(),
  };
}

interface AlertsTermDeps extends AlertsDeps {
  readonly sending: ReturnType<typeof createAlertSending>;
  readonly onEnd: ReturnType<typeof createAlertCounters>['count'];
}

/** Decides what is due and sends it, from the beginning of a term to its end. */
function createAlertsTerm(deps: AlertsTermDeps) {
  const { config, db, journal, clock, log, isPlanned, sending, onEnd } = deps;
  const { now } = clock;
  const engine = createDeliveryEngine({
    ...{ db, clock, log, send: sending.send },
    check: createDeliveryCheck({ db, now, isPlanned }),
    record: createDeliveryRecords({ journal, now, onEnd }),
  });
  const { platforms, node } = config.mesh;
  const decide = createDecider({ db, journal, platforms, node, now, isPlanned });
  let isClosed = false;
  let alarm: Alarm | undefined;
  let droppedAt = 0;

  async function dropOld(): Promise<void> {
    if (now() - droppedAt < DROP_EVERY_MS && now() >= droppedAt) return;
    droppedAt = now();
    await journal.commit(async (tx) => {
      await dropDeliveries(tx, now() - KEEP_MS);
      await dropDecisions(tx, now() - KEEP_MS);
    });
  }

  async function job(): Promise<number> {
    const nextAt = await decide();
    await dropOld();
    engine.wake();
    // Windows of maintenance end without a message.
    return Math.min(nextAt, now() + CHECK_MS);
  }

  const onError = (error: unknown) => log.error({ err: error }, 'alerts not decided');

  function start(): void {
    if (isClosed) return;
    alarm ??= createAlarm({ clock, job, onError });
    engine.start();
  }

  const stopListening = journal.subscribe((change) => {
    if (isDecisive(change)) alarm?.wake();
    if (change.op === 'prepend' && keyText(change.key) === DELIVERIES) engine.wake();
  });

  const stopGaps = journal.onGap(() => {
    alarm?.wake();
    engine.wake();
  });

  return {
    /** Begins once this resolves: when it is known how the platforms are now. This node may have been off. */
    startAfter(known: Promise<unknown>): void {
      known.then(start, onError);
    },
    async close(): Promise<void> {
      stopListening();
      stopGaps();
      isClosed = true;
      await alarm?.close();
      await engine.close();
    },
  };
}
