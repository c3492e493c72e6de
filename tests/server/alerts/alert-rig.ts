import { Registry } from 'prom-client';
import type { RulePayload } from '../../../contract/sent/alert.ts';
import { createAccount } from '../../../server/accounts/rows/accounts.ts';
import { insertSession } from '../../../server/accounts/rows/sessions.ts';
import { type Alerts, createAlerts } from '../../../server/alerts/alerts.ts';
import { insertRule, updateRule } from '../../../server/alerts/rows/rules.ts';
import { createLoops } from '../../../server/base/loop.ts';
import { readConfig } from '../../../server/config/config.ts';
import { soleTermJournal, type TermJournal } from '../../../server/database/journal.ts';
import type { Store } from '../../../server/database/store.ts';
import { changeIncident, openIncident } from '../../../server/incidents/incident-records.ts';
import { open as openByPerson } from '../../../server/incidents/opened-by-people.ts';
import { findIncident, type IncidentChanges } from '../../../server/incidents/rows.ts';
import { saveSubscriber } from '../../../server/push/rows.ts';
import type { Outcome, SendPush } from '../../../server/push/send-push.ts';
import { openSecretBox } from '../../../server/secrets/secret-box.ts';
import { databaseIdle, openTestStore } from '../engine.ts';
import { createManualClock, type ManualClock } from '../manual-clock.ts';
import { temporaryDir } from '../temporary-dir.ts';

type Pushed = Parameters<SendPush>[1];

/** Alerts over a database of their own, one device at first, and a clock that the test moves. */
export interface AlertRig {
  readonly clock: ManualClock;
  readonly store: Store;
  /** What devices got, oldest first. */
  readonly pushed: readonly Pushed[];
  /** What was logged. */
  readonly errors: readonly unknown[];
  /** Ids of platforms in maintenance. */
  readonly inMaintenance: Set<string>;
  /** How a push ends from now on. */
  outcome: Outcome;
  /** Called with every push before it is sent. @param isLast there is no further attempt */
  onPush: (message: Pushed, isLast: boolean, endpoint: string) => void;
  alerts(): Alerts;
  /** What metrics say of alerts by push, since the last start. */
  pushCounts(): ReturnType<typeof pushCounts>;
  open(
    platform: string,
    options?: { status?: string; planned?: boolean; drill?: boolean },
  ): Promise<number>;
  /** As a person does. */
  openByPerson(title: string, platforms: readonly string[]): Promise<number>;
  change(incident: number, changes: IncidentChanges): Promise<void>;
  /** @param account ada's by default */
  addDevice(endpoint: string, account?: string): Promise<void>;
  /** An operator's. */
  addAccount(name: string): Promise<void>;
  setRule(rule: Partial<RuleFields>): Promise<void>;
  addRule(rule: Partial<RuleFields>): Promise<void>;
  /** Moves time on and lets alerts do what is due. */
  pass(ms: number): Promise<void>;
  restart(): Promise<void>;
  /** As kill -9, or the end of a lease: after so many commits what the term would store is rolled back, and then refused. */
  kill(commits?: number): void;
  /** Another instance leads, also while the former one does not know yet. */
  takeOver(): Promise<void>;
  close(): Promise<void>;
}

type RuleFields = Parameters<typeof insertRule>[1];

export const RULE: RulePayload = {
  ...{ name: 'A rule', enabled: true, platforms: [], status: 'error', afterSec: 0 },
  ...{ repeatMin: null, recovered: true, quiet: null, channels: ['push'] },
};
const DEVICE = 'https://fcm.googleapis.com/fcm/send/one';
const STEP_MS = 30_000;

export async function openAlertRig(): Promise<AlertRig> {
  const dataDir = await temporaryDir();
  const config = readConfig(
    { DATA_DIR: dataDir, ALERT_PRIVATE_TARGETS: '127.0.0.1' },
    process.cwd(),
  );
  const clock = createManualClock();
  const loops = createLoops(clock);
  const store = await openTestStore(dataDir, [], clock.now);
  const pushed: Pushed[] = [];
  const errors: unknown[] = [];
  const inMaintenance = new Set<string>();
  await addAccount(store, 'ada', clock.now());
  await addDevice(store, { endpoint: DEVICE, account: 'ada' }, clock.now());

  const sendPush: SendPush = async (endpoint, message, { isLast }) => {
    rig.onPush(message, isLast, endpoint);
    if (rig.outcome.state === 'sent') pushed.push(message);
    return rig.outcome;
  };
  const begin = () => {
    const life = { commits: Number.POSITIVE_INFINITY };
    const fenced: TermJournal = {
      ...soleTermJournal(store.journal),
      commit: (work) =>
        store.journal.commit(async (tx, emit) => {
          const result = await work(tx, emit);
          if (life.commits <= 0) throw new Error('killed');
          life.commits -= 1;
          return result;
        }),
    };
    const registry = new Registry();
    const alerts = createAlerts({
      ...{ config, ...store, clock, loops, sendPush, registry },
      secrets: openSecretBox(dataDir),
      isPlanned: (platform) => inMaintenance.has(platform),
      log: {
        error: (fields: unknown) => void errors.push(fields),
      },
    });
    const term = alerts.lead(fenced);
    term.startAfter(Promise.resolve());
    return {
      ...alerts,
      life,
      registry,
      async close() {
        alerts.close();
        await term.close();
      },
    };
  };
  let alerts: ReturnType<typeof begin>;
  const former: (typeof alerts)[] = [];

  const { journal } = store;
  const settle = () => databaseIdle(store);
  const rig: AlertRig = {
    ...{ clock, store, pushed, errors, inMaintenance },
    outcome: { state: 'sent' },
    onPush: () => undefined,
    alerts: () => alerts,
    pushCounts: () => pushCounts(alerts.registry),
    open: (platform, { status = 'error', planned = false, drill = false } = {}) =>
      journal.commit(async (tx, emit) => {
        const at = clock.now();
        const drillUntil = drill ? at + 60_000 : null;
        const incident = { platform, status, startedAt: at, cause: null, planned, drillUntil };
        return (await openIncident(tx, emit, incident, 'opened')).id;
      }),
    openByPerson: (title, platforms) =>
      journal.commit((tx, emit) =>
        openByPerson(tx, emit, { by: 'bo', at: clock.now(), title, platforms: [...platforms] }),
      ),
    change: (id, fields) =>
      journal.commit(async (tx, emit) => {
        const incident = await findIncident(tx, id);
        if (incident === undefined) throw new Error('no such incident');
        const { events: _, ...plain } = incident;
        await changeIncident(tx, emit, plain, { fields });
      }),
    addDevice: (endpoint, account = 'ada') => addDevice(store, { endpoint, account }, clock.now()),
    addAccount: (name) => addAccount(store, name, clock.now()),
    setRule: (rule) =>
      journal.commit(async (tx, emit) => {
        await updateRule(tx, 1, { ...RULE, ...rule });
        emit(['api', 'alerts', 'rules'], 'replace', []);
      }),
    addRule: (rule) =>
      journal.commit(async (tx, emit) => {
        await insertRule(tx, { ...RULE, ...rule });
        emit(['api', 'alerts', 'rules'], 'replace', []);
      }),
    async pass(ms) {
      await settle();
      for (let left = ms; left > 0; left -= STEP_MS) {
        clock.advance(Math.min(STEP_MS, left));
        await settle();
      }
    },
    async restart() {
      await alerts.close();
      alerts = begin();
      await settle();
    },
    kill: (commits = 0) => {
      alerts.life.commits = commits;
    },
    async takeOver() {
      alerts.life.commits = 0;
      former.push(alerts);
      alerts = begin();
      await settle();
    },
    async close() {
      const closed = [...former, alerts].map((one) => one.close());
      clock.advance(STEP_MS);
      await Promise.all(closed);
      await store.close();
    },
  };
  alerts = begin();
  return rig;
}

async function addAccount({ journal }: Store, id: string, at: number): Promise<void> {
  await journal.commit(async (tx) => {
    const email = `${id}@b.example`;
    const account = { id, username: id, email, sovereignLevel: 'S11.1' } as const;
    await createAccount(tx, { ...account, passwordHash: '', role: 'operator', at });
  });
}

/** Signs an account in on one more device, which wants both kinds. */
async function addDevice(
  { journal }: Store,
  { endpoint, account: accountId }: { endpoint: string; account: string },
  at: number,
): Promise<void> {
  await journal.commit(async (tx) => {
    const expiresAt = at + 400 * 24 * 60 * 60_000;
    const origin = { userAgent: '', address: '' };
    await insertSession(tx, { tokenHash: endpoint, accountId, at, expiresAt, ...origin });
    const keys = { p256dh: '', auth: '', kinds: ['down', 'back'] };
    await saveSubscriber(tx, { endpoint, ...keys, accountId, session: endpoint }, at);
  });
}

/** @returns what metrics say of alerts by push */
export async function pushCounts(registry: Registry) {
  const metrics = await registry.getMetricsAsJSON();
  const countOf = (name: string) =>
    metrics
      .find((one) => one.name === `meridian_alerts_${name}`)
      ?.values.find(({ labels }) => labels.channel === 'push')?.value;
  return {
    sent: countOf('sent_total'),
    failed: countOf('failed_total'),
    waiting: countOf('waiting'),
  };
}
