import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { keyOf } from '../../../contract/paths.ts';
import { createAlertSource } from '../../../server/alerts/alert-source.ts';
import { readConfig } from '../../../server/config.ts';
import type { Post, Posted } from '../../../server/push/post.ts';
import { createPushes } from '../../../server/push/pushes.ts';
import { createAccount } from '../../../server/store/accounts.ts';
import { insertNotification } from '../../../server/store/notifications.ts';
import { insertSession } from '../../../server/store/sessions.ts';
import { openStore, type Store } from '../../../server/store/store.ts';
import { startPushService } from '../../doubles/push-service.ts';
import { createManualClock, type ManualClock } from '../manual-clock.ts';
import { temporaryDir } from '../temporary-dir.ts';

const MINUTE_MS = 60_000;
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
  store = await openStore(dataDir, [], clock.now);
  const quiet = () => undefined;
  const log = { info: quiet, warn: quiet, error: quiet };
  const alerts = await createAlertSource({ ...store, platforms: [], log });
  const pushes = await createPushes({ config, ...store, alerts, clock, log, post });
  const service = await startPushService();
  const { endpoint, keys } = service.device();
  await service.close();
  onTestFinished(async () => {
    await alerts.close();
    await pushes.close();
    await store.close();
  });
  const at = clock.now();
  await store.journal.commit(async (tx) => {
    const account = { id: 'ada', username: 'ada', email: 'a@b.example', sovereignLevel: 'S11.1' };
    await createAccount(tx, { ...account, passwordHash: '', at });
    const expiresAt = at + 24 * 60 * MINUTE_MS;
    await insertSession(tx, { tokenHash: 'session', accountId: 'ada', at, expiresAt });
  });
  const owner = { accountId: 'ada', session: 'session' };
  expect(await pushes.subscribe({ endpoint, ...keys, kinds: ['down'], ...owner })).toBe('stored');
  const message = { title: 'Archive is down', text: 'It does not answer.', severity: 'error' };
  await store.journal.commit(async (tx, emit) => {
    const notification = { kind: 'down', ...message, at, link: '/incidents/1' };
    emit(keyOf('notifications'), 'prepend', [await insertNotification(tx, notification)]);
  });
  await askedTimes(1);
  return { pushes };
}

const devices = async () =>
  (await store.db.selectFrom('push_subscriptions').selectAll().execute()).length;
const posted = (status: number, retryAfter?: string): Posted => ({ status, retryAfter });
const OUT_OF_REACH = new Error('no way to the Internet');

test('without the Internet a message is tried after 30 s, 2 min and 10 min, and then given up', async () => {
  const { pushes } = await goDown(OUT_OF_REACH);
  for (const [tries, waitMs] of [
    [2, MINUTE_MS / 2],
    [3, 2 * MINUTE_MS],
    [4, 10 * MINUTE_MS],
  ] as const) {
    await clock.sleeperOf(waitMs);
    expect(asked).toBe(tries - 1);
    clock.advance(waitMs);
    await askedTimes(tries);
  }
  await expect.poll(() => pushes.counters().waiting).toBe(0);
  expect(pushes.state().reach).toBe('unreachable');
  expect(await devices()).toBe(1);
});

test('a service that asks to wait gets the time it asks for', async () => {
  const { pushes } = await goDown(posted(429, '300'), posted(201));
  await clock.sleeperOf(5 * MINUTE_MS);
  clock.advance(5 * MINUTE_MS);
  await askedTimes(2);
  await expect.poll(() => pushes.counters().sent).toBe(1);
  expect(pushes.state().reach).toBe('reached');
});

test('a service never gets more than an hour', async () => {
  await goDown(posted(503, '86400'), posted(201));
  await clock.sleeperOf(60 * MINUTE_MS);
});

test('a wait until a date is understood', async () => {
  const until = new Date(clock.now() + 7 * MINUTE_MS).toUTCString();
  await goDown(posted(503, until), posted(201));
  await clock.sleeperOf(7 * MINUTE_MS);
});
