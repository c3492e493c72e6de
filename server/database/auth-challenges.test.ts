import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestStore } from '../../tests/server/engine.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';
import {
  AUTH_CHALLENGE_MS,
  consumeAuthChallenge,
  createAuthChallenge,
  findAuthChallenge,
  tryAuthChallenge,
  updateAuthChallenge,
} from '../accounts/rows/auth-challenges.ts';
import type { Store } from './store.ts';

const AT = 1_000_000;
const NEW = { kind: 'oidc', accountId: null, data: { state: 'x' }, at: AT } as const;

let store: Store;
beforeEach(async () => {
  store = await openTestStore(await temporaryDir(), [], () => AT);
});
afterEach(() => store.close());

const create = (change: object = {}) =>
  store.journal.commit((tx) => createAuthChallenge(tx, { ...NEW, ...change }));
const rows = () => store.db.selectFrom('authChallenges').selectAll().execute();

test('is found by its secret, of which only a hash is stored, for its kind alone', async () => {
  const secret = await create();
  const found = { accountId: null, data: { state: 'x' } };
  expect(await findAuthChallenge(store.db, 'oidc', secret, AT)).toEqual(found);
  expect(await findAuthChallenge(store.db, 'confirm', secret, AT)).toBeUndefined();
  expect(await findAuthChallenge(store.db, 'oidc', 'another', AT)).toBeUndefined();
  expect(JSON.stringify(await rows())).not.toContain(secret);
});

test('is consumed once, however many ask at once', async () => {
  const secret = await create();
  const asked = await Promise.all(
    Array.from({ length: 8 }, () =>
      store.journal.commit((tx) => consumeAuthChallenge(tx, 'oidc', secret, AT)),
    ),
  );
  expect(asked.filter((one) => one !== undefined)).toHaveLength(1);
  expect(await rows()).toEqual([]);
});

test('expires, and is deleted when the next one is made', async () => {
  const secret = await create();
  const late = AT + AUTH_CHALLENGE_MS;
  expect(await findAuthChallenge(store.db, 'oidc', secret, late - 1)).toBeDefined();
  expect(await findAuthChallenge(store.db, 'oidc', secret, late)).toBeUndefined();
  const consumed = await store.journal.commit((tx) =>
    consumeAuthChallenge(tx, 'oidc', secret, late),
  );
  expect(consumed).toBeUndefined();
  await create({ at: late });
  expect(await rows()).toHaveLength(1);
});

test('may be given other data', async () => {
  const secret = await create();
  await store.journal.commit((tx) => updateAuthChallenge(tx, secret, { state: 'y' }));
  const changed = { accountId: null, data: { state: 'y' } };
  expect(await findAuthChallenge(store.db, 'oidc', secret, AT)).toEqual(changed);
});

test('may be answered five times', async () => {
  const secret = await create();
  const answer = () => store.journal.commit((tx) => tryAuthChallenge(tx, 'oidc', secret, AT));
  for (let i = 0; i < 5; i++) expect(await answer()).toBeDefined();
  expect(await answer()).toBeUndefined();
});

test('are ten thousand at most: the oldest make room', async () => {
  const oldest = await create();
  const data = { kind: 'oidc', accountId: null, dataJson: '{}', tries: 0 };
  for (let from = 0; from < 10_000; from += 1000)
    await store.db
      .insertInto('authChallenges')
      .values(
        Array.from({ length: 1000 }, (_, i) => ({
          ...data,
          idHash: String(from + i),
          expiresAt: AT + AUTH_CHALLENGE_MS + 1,
        })),
      )
      .execute();
  const newest = await create({ at: AT + 2 });
  expect(await rows()).toHaveLength(10_000);
  expect(await findAuthChallenge(store.db, 'oidc', oldest, AT)).toBeUndefined();
  expect(await findAuthChallenge(store.db, 'oidc', newest, AT)).toBeDefined();
});
