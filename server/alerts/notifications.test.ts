import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NOTIFICATIONS_LISTED_MAX } from '../../contract/limits.ts';
import { keyOf } from '../../contract/paths.ts';
import { type Notification, NotificationListSchema } from '../../contract/shapes/notification.ts';
import { replay } from '../../tests/server/replay.ts';
import { storeRound } from '../../tests/server/rounds.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';
import { createBundleRecords } from '../bundles/bundle-records.ts';
import { insertBundle } from '../bundles/rows/bundles.ts';
import { addNotification } from '../notifications/rows.ts';
import { notify } from './queued.ts';

let server: TestServer;
let cookie: string;
let now: number;
beforeEach(async () => {
  now = Date.now();
  server = await startServer({ alone: true, now: () => now });
  cookie = (await server.signUp('Ada')).cookie;
});
afterEach(() => server.close());

async function list(as = cookie): Promise<Notification[]> {
  const answer = await server.call('/api/notifications', { cookie: as });
  expect(answer.status).toBe(200);
  return NotificationListSchema.parse(await answer.json());
}

const markRead = (ids: readonly unknown[], as = cookie) =>
  server.call('/api/notifications/read', { cookie: as, json: { ids } });

const probed = (status: string) => storeRound(server, { Archive: status }, now);

const add = (title: string) =>
  server.node.journal.commit((tx, emit) =>
    addNotification(tx, emit, {
      kind: 'down',
      title,
      text: 'It does not answer.',
      severity: 'error',
      at: now,
      link: '/mesh-network',
    }),
  );

/** Inspects a bundle. @param broken ends the commit before it is stored */
async function inspect(id: string, messages: readonly string[], broken?: Error): Promise<void> {
  const { journal } = server.node;
  const records = createBundleRecords({
    journal: {
      ...journal,
      commit: (work) =>
        journal.commit(async (tx, emit) => {
          const result = await work(tx, emit);
          if (broken) throw broken;
          return result;
        }),
    },
    platforms: [],
    quota: { bundles: 9, bytes: 1e6 },
    mayUpload: async () => true,
    now: () => now,
    notify,
  });
  const problems = messages.map((message) => ({ rule: 'ratio', entry: 'a.txt', message }) as const);
  await records.recordInspection(id, { problems, files: [], fileCount: 0 });
}

const insert = (id: string) =>
  server.node.journal.commit((tx) =>
    insertBundle(tx, {
      ...{ id, name: 'engine.zip', size: 10, sha256: '0'.repeat(64), priority: 'standard' },
      ...{ at: now, uploadedBy: 'Ada', targetPlatforms: [], targetIds: [] },
    }),
  );

describe('a notification', () => {
  test('is made when a platform goes down and when it comes back', async () => {
    await probed('error');
    now += 5 * 60_000;
    await probed('connected');
    await expect.poll(async () => (await list()).length).toBe(2);
    const [back, down] = await list();
    expect(down).toMatchObject({
      kind: 'down',
      severity: 'error',
      title: 'Archive is down',
      link: '/incidents/1',
      read: false,
    });
    expect(back).toMatchObject({ kind: 'back', severity: 'success', title: 'Archive is back' });
    expect(back?.text).toContain('after 5 min');
  });

  test('is made when a bundle fails its checks, with the reason and a link to it', async () => {
    for (const id of ['b1', 'b2']) await insert(id);
    await inspect('b1', ['a.txt expands too much.']);
    await inspect('b2', []);
    await expect.poll(list).toMatchObject([
      {
        kind: 'validation',
        title: 'Validation failed',
        text: 'engine.zip: a.txt expands too much.',
        link: '/dashboard?bundle=b1',
      },
    ]);
  });

  test('is published to every console as a new row of the list', async () => {
    await probed('error');
    const [stored] = await expect
      .poll(list)
      .toHaveLength(1)
      .then(() => list());
    const { changes } = await replay(server.node.journal, 0);
    const published = changes.filter(({ key }) => key.join() === keyOf('notifications').join());
    expect(published).toMatchObject([{ op: 'prepend', data: [stored] }]);
  });

  test('is stored with the failure, or not at all', async () => {
    await insert('b1');
    const { changes: before } = await replay(server.node.journal, 0);
    const fail = (error?: Error) => inspect('b1', ['a.txt expands too much.'], error);
    await expect(fail(new Error('not stored'))).rejects.toThrow('not stored');
    expect(await list()).toEqual([]);
    await fail();
    // What a process that is killed at once leaves behind.
    const { changes } = await replay(server.node.journal, before.at(-1)?.seq ?? 0);
    expect(changes).toContainEqual(expect.objectContaining({ key: keyOf('bundle', { id: 'b1' }) }));
    const added = expect.objectContaining({ key: keyOf('notifications'), op: 'prepend' });
    expect(changes).toContainEqual(added);
    expect(await list()).toHaveLength(1);
  });
});

describe('the list', () => {
  test('has the read marks of the account that asks, also after a restart of the page', async () => {
    const { cookie: other } = await server.signUp('Grace');
    const first = await add('one');
    await add('two');
    expect((await markRead([first, 999_999])).status).toBe(200);
    expect((await markRead([first])).status).toBe(200);
    expect((await list()).map(({ title, read }) => [title, read])).toEqual([
      ['two', false],
      ['one', true],
    ]);
    expect((await list(other)).map(({ read }) => read)).toEqual([false, false]);
  });

  test('does not show an account what happened before its sign-up', async () => {
    await add('before');
    now += 1000;
    const { cookie: late } = await server.signUp('Grace');
    await add('after');
    expect((await list(late)).map(({ title }) => title)).toEqual(['after']);
  });

  test('is bounded: the oldest notifications are deleted with their read marks', async () => {
    const first = await add('first');
    await markRead([first]);
    for (let i = 0; i < NOTIFICATIONS_LISTED_MAX; i++) await add(`later ${i}`);
    const listed = await list();
    expect(listed).toHaveLength(NOTIFICATIONS_LISTED_MAX);
    expect(listed.at(-1)?.title).toBe('later 0');
    const { db } = server.node;
    expect(await db.selectFrom('notifications').selectAll().execute()).toHaveLength(100);
    expect(await db.selectFrom('notificationReads').selectAll().execute()).toEqual([]);
  });

  test('needs a session, and marks need valid ids', async () => {
    expect((await server.call('/api/notifications')).status).toBe(401);
    expect((await server.call('/api/notifications/read', { json: { ids: [1] } })).status).toBe(401);
    for (const ids of [[], ['1'], [1.5], Array.from({ length: 101 }, (_, id) => id)])
      expect([ids.length, (await markRead(ids)).status]).toEqual([ids.length, 400]);
  });
});
