import type { RulePayload } from '../../../contract/sent/alert.ts';
import { createAccount } from '../../../server/accounts/rows/accounts.ts';
import { insertSession } from '../../../server/accounts/rows/sessions.ts';
import { type Alerts, createAlerts } from '../../../server/alerts/alerts.ts';
import { insertRule, updateRule } from '../../../server/alerts/rows/rules.ts';
import { readConfig } from '../../../server/config/config.ts';
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
  open(
    platform: string,
    options?: { status?: string; planned?: boolean; drill?: boolean },
  ): Promise<number>;
  /** As a person does. */
  openByPerson(title: string, platforms: readonly string[]): Promise<number>;
  change(incident: number, changes: IncidentChanges): Promise<void>;
  addDevice(endpoint: string): Promise<void>;
  setRule(rule: Partial<RulePayload>): Promise<void>;
  addRule(rule: Partial<RulePayload>): Promise<void>;
  /** Moves time on and lets alerts do what is due. */
  pass(ms: number): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

const RULE: RulePayload = {
  ...{ name: 'A rule', enabled: true, platforms: [], status: 'error', afterSec: 0 },
  ...{ repeatMin: null, recovered: true, quiet: null, channels: ['push'] },
};
const DEVICE = 'https://fcm.googleapis.com/fcm/send/one';
const STEP_MS = 30_000;

export async function openAlertRig(): Promise<AlertRig> {
  const dataDir = await temporaryDir();
  const config = readConfig({ DATA_DIR: dataDir }, process.cwd());
  const clock = createManualClock();
  const store = await openTestStore(dataDir, [], clock.now);
  const pushed: Pushed[] = [];
  const errors: unknown[] = [];
  const inMaintenance = new Set<string>();
  await addAccount(store, clock.now());
  await addDevice(store, DEVICE, clock.now());

  const sendPush: SendPush = async (endpoint, message, { isLast }) => {
    rig.onPush(message, isLast, endpoint);
    if (rig.outcome.state === 'sent') pushed.push(message);
    return rig.outcome;
  };
  const begin = () => {
    const alerts = createAlerts({
      ...{ config, ...store, clock, sendPush },
      secrets: openSecretBox(dataDir),
      isPlanned: (platform) => inMaintenance.has(platform),
      log: {
        error: (fields: unknown) => void errors.push(fields),
      },
    });
    const term = alerts.lead(store.journal);
    term.startAfter(Promise.resolve());
    return {
      ...alerts,
      async close() {
        alerts.close();
        await term.close();
      },
    };
  };
  let alerts: Alerts;

  const { journal } = store;
  const settle = () => databaseIdle(store);
  const rig: AlertRig = {
    ...{ clock, store, pushed, errors, inMaintenance },
    outcome: { state: 'sent' },
    onPush: () => undefined,
    alerts: () => alerts,
    open: (platform, { status = 'error', planned = false, drill = false } = {}) =>
      journal.commit(async (tx, emit) => {
        const at = clock.now();
        const drillUntil = drill ? at + 60_000 : null;
        const incident = { platform, status, startedAt: at, cause: null, planned, drillUntil };
        return (await openIncident(tx, emit, incident, 'opened')).id;
      }),
    openByPerson: (title, platforms) =>
      journal.commit((tx, emit) =>
        openByPerson(tx, emit, { by: 'bo', at: clock.now(), title, platforms }),
      ),
    change: (id, fields) =>
      journal.commit(async (tx, emit) => {
        const incident = await findIncident(tx, id);
        if (incident === undefined) throw new Error('no such incident');
        const { events: _, ...plain } = incident;
        await changeIncident(tx, emit, plain, { fields });
      }),
    addDevice: (endpoint) => addDevice(store, endpoint, clock.now()),
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
    async close() {
      await alerts.close();
      await store.close();
    },
  };
  alerts = begin();
  return rig;
}

async function addAccount({ journal }: Store, at: number): Promise<void> {
  await journal.commit(async (tx) => {
    const account = { id: 'ada', username: 'ada', email: 'a@b.example', sovereignLevel: 'S11.1' };
    await createAccount(tx, { ...account, passwordHash: '', role: 'operator', at });
  });
}

/** Signs the account in on one more device, which wants both kinds. */
async function addDevice({ journal }: Store, endpoint: string, at: number): Promise<void> {
  await journal.commit(async (tx) => {
    const expiresAt = at + 400 * 24 * 60 * 60_000;
    const origin = { userAgent: '', address: '' };
    await insertSession(tx, { tokenHash: endpoint, accountId: 'ada', at, expiresAt, ...origin });
    const keys = { p256dh: '', auth: '', kinds: ['down', 'back'] };
    await saveSubscriber(tx, { endpoint, ...keys, accountId: 'ada', session: endpoint }, at);
  });
}
