import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestStore } from '../../../tests/server/engine.ts';
import { temporaryDir } from '../../../tests/server/temporary-dir.ts';
import { createLocalPubSub, type PubSub } from '../../database/pubsub.ts';
import type { Store } from '../../database/store.ts';
import { createPeopleState, type PeopleState } from '../people-state.ts';
import { createAccount } from '../rows/accounts.ts';
import { setDisabled, setRole } from '../rows/people.ts';

const ACCOUNT = { id: 'ada', username: 'ada', email: '', sovereignLevel: '', role: 'operator' };
const ORIGIN = { userAgent: '', address: '' };
const ADDRESS = '192.0.2.1';

let store: Store;
/** Two instances of one database; `lost` between them. */
let here: PeopleState;
let there: PeopleState;
let lost: boolean;
let lose: () => void;

beforeEach(async () => {
  store = await openTestStore(await temporaryDir(), [], Date.now);
  lost = false;
  const gaps = new Set<() => void>();
  lose = () => {
    for (const listener of gaps) listener();
  };
  const bus = createLocalPubSub();
  const pubsub: PubSub = {
    publish: (topic, message) => (lost ? Promise.resolve() : bus.publish(topic, message)),
    subscribe: bus.subscribe,
    onGap(listener) {
      gaps.add(listener);
      return () => gaps.delete(listener);
    },
  };
  const { db, journal } = store;
  const config = { sessionMs: 3_600_000, sessionMaxMs: 3_600_000, database: null };
  const instance = () => createPeopleState({ config, db, journal, pubsub, now: Date.now });
  here = instance();
  there = instance();
  const { role } = ACCOUNT;
  await journal.commit((tx) =>
    createAccount(tx, { ...ACCOUNT, role: role as 'operator', passwordHash: 'x', at: Date.now() }),
  );
});
afterEach(() => store.close());

/** Opens a session that both instances have in memory. */
async function openSession() {
  const { token } = await here.sessions.open({ ...ACCOUNT, role: 'operator' }, ORIGIN);
  for (const { sessions } of [here, there]) await sessions.find(token, ADDRESS);
  const session = there.sessions.findCached(token);
  if (session === null) throw new Error('not cached');
  return { token, id: session.id };
}

const isAlive = async (id: string) => (await there.readSessions([id])).has(id);

async function addToken(): Promise<{ token: string; id: string }> {
  const owner = { ...ACCOUNT, role: 'operator' as const };
  const token = await here.tokens.add(owner, { name: randomUUID(), role: 'viewer', days: 1 });
  for (const { tokens } of [here, there]) await tokens.find(token);
  const session = there.tokens.findCached(token);
  if (session === null) throw new Error('not cached');
  return { token, id: session.id };
}

describe('what happens to a session at one instance', () => {
  test('ends it at the others, with its sockets', async () => {
    const { token, id } = await openSession();
    const ended: (string | null)[][] = [];
    there.sessions.onEnd((...session) => ended.push(session));
    await here.sessions.end({ id });
    expect(ended).toEqual([[id, null]]);
    expect(await there.sessions.find(token, ADDRESS)).toBeNull();
  });

  test('ends all of an account, however many there are', async () => {
    const open = await Promise.all(Array.from({ length: 120 }, openSession));
    const ended = new Set<string>();
    there.sessions.onEnd((id) => ended.add(id));
    await here.sessions.endAllOf('ada', open[0]?.id);
    expect(ended).toEqual(new Set(open.slice(1).map(({ id }) => id)));
    expect(there.sessions.findCached(open[0]?.token ?? '')).not.toBeNull();
  });

  test('confirms it at the others', async () => {
    const { token, id } = await openSession();
    await store.db.updateTable('sessions').set({ provenAt: 0 }).execute();
    there.sessions.forget({ id });
    expect((await there.sessions.find(token, ADDRESS))?.confirmed).toBe(false);
    await here.sessions.confirm({ id });
    expect((await there.sessions.find(token, ADDRESS))?.confirmed).toBe(true);
  });

  test('makes sockets at the others join again with the new role, once', async () => {
    const { token } = await openSession();
    const refreshed: (string | undefined)[] = [];
    for (const { sessions } of [here, there]) sessions.onRefresh((id) => refreshed.push(id));
    await store.journal.commit((tx) => setRole(tx, 'ada', 'viewer'));
    here.sessions.refresh('ada');
    here.sessions.refresh();
    expect(refreshed).toEqual(['ada', 'ada', undefined, undefined]);
    expect((await there.sessions.find(token, ADDRESS))?.account.role).toBe('viewer');
  });
});

describe('what happens to an API token at one instance', () => {
  test('ends it at the others when it is removed', async () => {
    const { token, id } = await addToken();
    const ended: string[] = [];
    there.tokens.onEnd((session) => ended.push(session));
    const [{ id: row } = { id: '' }] = await store.db
      .selectFrom('apiTokens')
      .select('id')
      .execute();
    await here.tokens.remove('ada', row);
    expect(ended).toEqual([id]);
    expect(await there.tokens.find(token)).toBeNull();
  });

  test('ends it at the others when its owner is disabled, and not when they only sign out', async () => {
    const { id } = await addToken();
    const ended: string[] = [];
    there.tokens.onEnd((session) => ended.push(session));
    await here.sessions.endAllOf('ada');
    await expect.poll(() => isAlive(id)).toBe(true);
    expect(ended).toEqual([]);
    await store.journal.commit((tx) => setDisabled(tx, 'ada', { by: 'admin', at: Date.now() }));
    await here.sessions.endAllOf('ada');
    await expect.poll(() => ended).toEqual([id]);
  });
});

test('after lost messages nothing in memory counts', async () => {
  const session = await openSession();
  const token = await addToken();
  lost = true;
  await here.sessions.end({ id: session.id });
  expect(there.sessions.findCached(session.token)).not.toBeNull();
  lose();
  expect(there.sessions.findCached(session.token)).toBeNull();
  expect(there.tokens.findCached(token.token)).toBeNull();
  expect([await isAlive(session.id), await isAlive(token.id)]).toEqual([false, true]);
});

test('without a notice the sessions of an account are read with its new role', async () => {
  const sessions = await Promise.all(Array.from({ length: 30 }, openSession));
  const token = await addToken();
  lost = true;
  await store.journal.commit((tx) => setRole(tx, 'ada', 'admin'));
  here.sessions.refresh('ada');
  const ids = [...sessions, token].map(({ id }) => id);
  const found = await there.readSessions([...ids, 'nobody']);
  expect([...found.keys()].sort()).toEqual(ids.sort());
  const role = (id = '') => found.get(id)?.account.role;
  // A token has its own.
  expect([role(sessions[0]?.id), role(token.id)]).toEqual(['admin', 'viewer']);
  expect((await there.sessions.findCached(sessions[0]?.token ?? ''))?.account.role).toBe('admin');
});
