import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPeopleState, type PeopleState } from '../../../server/accounts/people-state.ts';
import { createAccount } from '../../../server/store/accounts.ts';
import { setDisabled, setRole } from '../../../server/store/people.ts';
import { createLocalPubSub, type PubSub } from '../../../server/store/pubsub.ts';
import type { Store } from '../../../server/store/store.ts';
import { openTestStore } from '../engine.ts';
import { temporaryDir } from '../temporary-dir.ts';

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
  const config = { sessionMs: 3_600_000, database: null };
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

async function addToken(): Promise<{ token: string; id: string }> {
  const owner = { ...ACCOUNT, role: 'operator' as const };
  const added = await here.tokens.add(owner, { name: randomUUID(), role: 'viewer', days: 1 });
  if (!('token' in added)) throw new Error(added.problem);
  for (const { tokens } of [here, there]) await tokens.find(added.token);
  const session = there.tokens.findCached(added.token);
  if (session === null) throw new Error('not cached');
  return { token: added.token, id: session.id };
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
    await store.db.updateTable('sessions').set({ proven_at: 0 }).execute();
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
      .selectFrom('api_tokens')
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
    await expect.poll(() => there.tokens.isAlive(id)).toBe(true);
    expect(ended).toEqual([]);
    await store.journal.commit((tx) => setDisabled(tx, 'ada', Date.now()));
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
  expect(await there.isAlive(session.id)).toBe(false);
  expect(await there.isAlive(token.id)).toBe(true);
});
