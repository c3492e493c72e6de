import { Registry } from 'prom-client';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { MINUTE_MS } from '../../contract/limits.ts';
import { startPushService } from '../../tests/doubles/push-service.ts';
import { pushCounts } from '../../tests/server/alerts/alert-rig.ts';
import { databaseIdle, openTestStore } from '../../tests/server/engine.ts';
import { createManualClock, type ManualClock } from '../../tests/server/manual-clock.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';
import { createAccount } from '../accounts/rows/accounts.ts';
import { insertSession } from '../accounts/rows/sessions.ts';
import { createAlerts } from '../alerts/alerts.ts';
import { createLoops } from '../base/loop.ts';
import { readConfig } from '../config/config.ts';
import { soleTermJournal } from '../database/journal.ts';
import type { Store } from '../database/store.ts';
import { openIncident } from '../incidents/incident-records.ts';
import type { Post, Posted } from '../outgoing/web-push.ts';
import { fileKeys } from '../secrets/key-store.ts';
import { openSecretBox } from '../secrets/secret-box.ts';
import { createPushes } from './pushes.ts';

let clock: ManualClock;
let store: Store;
let asked: number;
/** Answers in turn; an Error is no answer. The last one stays. */
let answers: (Posted | Error)[];
let waiting: (() => void)[];

beforeEach(() => {
  clock = createManualClock();
  asked = 0;
  waiting = [];
});

const post: Post = async () => {
  const answer = answers[Math.min(asked, answers.length - 1)];
  asked += 1;
  for (const look of waiting) look();
  if (answer instanceof Error || answer === undefined) throw answer;
  return answer;
};

const askedTimes = (count: number) =>
  new Promise<void>((resolve) => {
    const look = () => asked >= count && resolve();
    waiting.push(look);
    look();
  });

/** One subscribed device, and a platform that goes down. */
async function goDown(...given: (Posted | Error)[]) {
  answers = given;
  const dataDir = await temporaryDir();
  const config = readConfig({ DATA_DIR: dataDir }, process.cwd());
  store = await openTestStore(dataDir, [], clock.now);
  const quiet = () => undefined;
  const log = { info: quiet, warn: quiet, error: quiet };
  const pushDeps = { config, keys: fileKeys(dataDir), clock, log, post };
  const pushes = await createPushes({ ...store, ...pushDeps });
  const isPlanned = () => false;
  const registry = new Registry();
  const alerts = createAlerts({
    ...{ config, ...store, clock, loops: createLoops(clock), log, isPlanned, registry },
    secrets: openSecretBox(dataDir),
    sendPush: pushes.send,
  });
  const term = alerts.lead(soleTermJournal(store.journal));
  term.startAfter(Promise.resolve());
  const service = await startPushService();
  const { endpoint, keys } = service.device();
  await service.close();
  onTestFinished(async () => {
    await term.close();
    pushes.close();
    await store.close();
  });
  const at = clock.now();
  await store.journal.commit(async (tx) => {
    const account = { id: 'ada', username: 'ada', email: 'a@b.example', sovereignLevel: 'S11.1' };
    await createAccount(tx, { ...account, passwordHash: '', role: 'operator', at });
    const expiresAt = at + 24 * 60 * MINUTE_MS;
    const origin = { userAgent: '', address: '' };
    await insertSession(tx, { tokenHash: 'session', accountId: 'ada', at, expiresAt, ...origin });
  });
  const owner = { accountId: 'ada', session: 'session' };
  await pushes.subscribe({ endpoint, ...keys, kinds: ['down'], ...owner });
  await store.journal.commit((tx, emit) =>
    openIncident(
      tx,
      emit,
      {
        ...{ platform: 'archive', status: 'error', startedAt: at },
        ...{ cause: null, planned: false, drillUntil: null },
      },
      'Archive is down',
    ),
  );
  await askedTimes(1);
  return { pushes, registry };
}

const devices = async () =>
  (await store.db.selectFrom('pushSubscriptions').selectAll().execute()).length;
/** Resolves when the only delivery has these fields. */
const stored = (fields: object) =>
  expect
    .poll(() => store.db.selectFrom('alertDeliveries').selectAll().execute())
    .toMatchObject([fields]);
/** @returns when the only delivery was tried last, once it was tried so often */
async function lastTry(attempts: number): Promise<number> {
  await stored({ attempts });
  const row = await store.db
    .selectFrom('alertDeliveries')
    .select('triedAt')
    .executeTakeFirstOrThrow();
  return Number(row.triedAt);
}
const posted = (status: number, retryAfter?: string): Posted => ({ status, retryAfter });
const OUT_OF_REACH = new Error('no way to the Internet');

/** Moves time on, second by second, as the engine looks at the clock. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1000) {
    clock.advance(Math.min(1000, left));
    await databaseIdle(store);
  }
}

test('without the Internet a message is tried after 30 s, 2 min, 10 min and an hour, and then given up', async () => {
  const { pushes, registry } = await goDown(OUT_OF_REACH);
  let triedAt = clock.now();
  for (const [tries, waitMs] of [
    [2, MINUTE_MS / 2],
    [3, 2 * MINUTE_MS],
    [4, 10 * MINUTE_MS],
    [5, 60 * MINUTE_MS],
  ] as const) {
    await stored({ attempts: tries - 1, state: 'waiting', dueAt: triedAt + waitMs });
    await pass(waitMs - (clock.now() - triedAt) - 1);
    expect(asked).toBe(tries - 1);
    await pass(2000);
    await askedTimes(tries);
    triedAt = await lastTry(tries);
  }
  await stored({ attempts: 5, state: 'failed', error: 'fcm.googleapis.com cannot be reached.' });
  expect(await pushCounts(registry)).toEqual({ sent: 0, failed: 1, waiting: 0 });
  expect(pushes.state().reach).toBe('unreachable');
  expect(await devices()).toBe(1);
});

test('a service that asks to wait gets the time it asks for', async () => {
  const { pushes, registry } = await goDown(posted(429, '300'), posted(201));
  await stored({ attempts: 1, dueAt: clock.now() + 5 * MINUTE_MS });
  await pass(5 * MINUTE_MS + 1000);
  await askedTimes(2);
  await stored({ attempts: 2, state: 'sent', error: null });
  expect(await pushCounts(registry)).toMatchObject({ sent: 1, waiting: 0 });
  expect(pushes.state().reach).toBe('reached');
});

test('a service never gets more than an hour', async () => {
  await goDown(posted(503, '86400'), posted(201));
  await stored({ dueAt: clock.now() + 60 * MINUTE_MS });
});

test('a wait until a date is understood', async () => {
  const until = new Date(clock.now() + 7 * MINUTE_MS).toUTCString();
  await goDown(posted(503, until), posted(201));
  await stored({ dueAt: clock.now() + 7 * MINUTE_MS });
});
