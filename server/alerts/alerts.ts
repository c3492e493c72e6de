import type { FastifyBaseLogger } from 'fastify';
import { Counter, Gauge } from 'prom-client';
import { CHANNEL_KINDS, type ChannelKind } from '../../contract/channels.ts';
import { HOUR_MS } from '../../contract/limits.ts';
import { keyOf, keyText } from '../../contract/paths.ts';
import { type Alarm, createAlarm } from '../base/alarm.ts';
import type { Commits, TermJournal } from '../database/journal.ts';
import { pruningTime } from '../database/pruning-time.ts';
import type { NodeBase } from '../feature.ts';
import { fromDatabase } from '../metrics/gauges.ts';
import type { SendPush } from '../push/send-push.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { createDecider, isDecisive } from './alert-decider.ts';
import { createAlertSending } from './alert-sending.ts';
import { createAlertTests } from './alert-tests.ts';
import { createChainProofs } from './chain-proofs.ts';
import { createTargetGuard } from './channels/target-guard.ts';
import { createDeliveryCheck } from './check-delivery.ts';
import { createDeliveryEngine } from './delivery-engine.ts';
import { createDeliveryRecords } from './delivery-records.ts';
import { DUTY, listChannels, PUSH } from './rows/channels.ts';
import { dropDecisions } from './rows/decisions.ts';
import { countWaiting, dropDeliveries } from './rows/deliveries.ts';

export type Alerts = ReturnType<typeof createAlerts>;

export interface AlertsDeps
  extends Pick<NodeBase, 'config' | 'db' | 'journal' | 'clock' | 'loops' | 'registry' | 'health'> {
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly secrets: SecretBox;
  readonly sendPush: SendPush;
  /** Whether a platform is in a maintenance window. */
  readonly isPlanned: (platform: string, at: number) => boolean;
}

const DELIVERIES = keyText(keyOf('alertDeliveries'));
const DECIDE = {
  name: 'decide alerts',
  failed: 'alerts not decided',
  without: 'decided about no alerts',
};
const CHECK_MS = 60_000;
const KEEP_MS = 30 * 24 * HOUR_MS;
const DROP_EVERY_MS = HOUR_MS;

/**
 * Alerts by push, e-mail and webhook. What is due is decided from stored incidents and rules, stored as deliveries, and
 * sent from there. The owner closes it.
 */
export function createAlerts(deps: AlertsDeps) {
  const { config, db, clock, secrets, sendPush } = deps;
  const { mesh, alerts } = config;
  const { id, name, domain } = mesh.node;
  const sender = { product: mesh.product, node: { id, name, domain }, origin: alerts.origin };
  const guard = createTargetGuard(alerts);
  const sendingOf = (journal: Commits) =>
    createAlertSending({ db, clock, journal, sendPush, secrets, guard, sender });
  const onEnd = alertMetrics(deps);
  const ending = new AbortController();
  const test = createAlertTests({
    ...{ db, journal: deps.journal, clock, sendPush },
    sending: sendingOf(deps.journal),
    onEnd,
  });

  return {
    secrets,
    sender,
    /** Sends a test at once. @returns nobody: the account has no device; undefined: no such channel */
    test: (channel: string, account: string) => test(channel, account, ending.signal),
    /** @param journal of the leader, which alone decides and sends. The caller closes it */
    lead: (journal: TermJournal) =>
      createAlertsTerm({ ...deps, journal, sending: sendingOf(journal), onEnd }),
    /** Ends tests that are under way. */
    close: () => ending.abort(),
  };
}

interface AlertsTermDeps extends Omit<AlertsDeps, 'journal'> {
  readonly journal: TermJournal;
  readonly sending: ReturnType<typeof createAlertSending>;
  readonly onEnd: ReturnType<typeof alertMetrics>;
}

/** Decides what is due and sends it, from the beginning of a term to its end. */
function createAlertsTerm(deps: AlertsTermDeps) {
  const { config, db, journal, clock, loops, log, isPlanned, sending, onEnd } = deps;
  const { now } = clock;
  const engine = createDeliveryEngine({
    db,
    clock,
    loops,
    log,
    send: sending.send,
    check: createDeliveryCheck({ db, now, isPlanned }),
    record: createDeliveryRecords({ journal, now, onEnd }),
  });
  const { platforms, node } = config.mesh;
  const decide = createDecider({ db, journal, platforms, node, now, isPlanned });
  const prove = createChainProofs({ db, journal, node, now, isPlanned });
  let isClosed = false;
  let alarm: Alarm | undefined;
  let droppedAt = 0;

  async function dropOld(): Promise<void> {
    if (now() - droppedAt < DROP_EVERY_MS && now() >= droppedAt) return;
    droppedAt = now();
    await journal.commit(async (tx) => {
      const before = (await pruningTime(tx, now())) - KEEP_MS;
      await dropDeliveries(tx, before);
      await dropDecisions(tx, before);
    });
  }

  async function job(): Promise<number> {
    const nextAt = await decide();
    await dropOld();
    engine.wake();
    // After what is real.
    await prove();
    // Windows of maintenance end without a message.
    return Math.min(nextAt, now() + CHECK_MS);
  }

  function start(): void {
    if (isClosed) return;
    alarm ??= createAlarm({ clock, loops, job, ...DECIDE });
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
      known.then(start, start);
    },
    async close(): Promise<void> {
      stopListening();
      stopGaps();
      isClosed = true;
      await Promise.all([alarm?.close(), engine.close()]);
    },
  };
}

/** Every kind of channel has a line, so that its graph has no gaps. @returns counts alerts that were sent or given up */
function alertMetrics({ db, registry, health }: Pick<AlertsDeps, 'db' | 'registry' | 'health'>) {
  const named = (name: string, help: string) => ({
    name: `meridian_alerts_${name}`,
    help,
    labelNames: ['channel'] as const,
    registers: [registry],
  });
  const ended = {
    sent: new Counter(named('sent_total', 'Alerts that were sent since start.')),
    failed: new Counter(named('failed_total', 'Alerts that were given up since start.')),
  };
  new Gauge({
    ...named('waiting', 'Alerts that wait to be sent.'),
    collect: fromDatabase(health, async (waiting: Gauge<'channel'>) => {
      for (const channel of CHANNEL_KINDS) waiting.set({ channel }, 0);
      const channels = [PUSH, DUTY, ...(await listChannels(db))];
      const counts = await countWaiting(db);
      for (const { id, kind: channel } of channels) waiting.inc({ channel }, counts.get(id) ?? 0);
    }),
  });
  const count = (channel: ChannelKind, state: 'sent' | 'failed', alerts: number) =>
    ended[state].inc({ channel }, alerts);
  for (const channel of CHANNEL_KINDS)
    for (const state of ['sent', 'failed'] as const) count(channel, state, 0);
  return count;
}
