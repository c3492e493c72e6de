import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTestStore } from '../../tests/server/engine.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';
import type { Store } from '../database/store.ts';
import { openIdentity, rotateIdentity } from '../mesh/keys/identity.ts';
import { openVapidKeys } from '../push/pushes.ts';
import { openNodeSecrets } from './node-secrets.ts';
import { WrongSecretKeyError } from './secret-box.ts';

const newKey = () => randomBytes(32).toString('base64url');
/** The rows do not know which engine they are on. */
const DATABASE = { url: 'postgres://database', connectionsMax: 2 };

async function setup() {
  const dataDir = await temporaryDir();
  const store = await openTestStore(dataDir, [], Date.now);
  onTestFinished(() => store.close());
  return { dataDir, store };
}

const rowsOf = ({ db }: Store) => db.selectFrom('secrets').selectAll().execute();

describe('with a file of the data directory', () => {
  test('SECRET_KEY may be what the file holds, and nothing else', async () => {
    const { dataDir, store } = await setup();
    const open = (secretKey: string | null) =>
      openNodeSecrets({ dataDir, database: null, secretKey }, store.journal);
    const sealed = (await open(null)).secrets.seal('one', 'text');
    const wrong = newKey();
    await expect(open(wrong)).rejects.toThrow(WrongSecretKeyError);
    await expect(open(wrong)).rejects.not.toThrow(wrong);
    expect((await open(null)).secrets.open('one', sealed)).toBe('text');
  });

  test('no file is made when SECRET_KEY is set from the first start on', async () => {
    const { dataDir, store } = await setup();
    const place = { dataDir, database: null, secretKey: newKey() };
    const { secrets } = await openNodeSecrets(place, store.journal);
    const again = await openNodeSecrets(place, store.journal);
    expect(again.secrets.open('one', secrets.seal('one', 'text'))).toBe('text');
    expect(readdirSync(dataDir)).not.toContain('secret-key');
  });
});

describe('with a database that instances share', () => {
  test('instances that start at the same time get the same keys, of which nothing is readable', async () => {
    const { dataDir, store } = await setup();
    const place = { dataDir, database: DATABASE, secretKey: newKey() };
    const started = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { cookieSecret, keys } = await openNodeSecrets(place, store.journal);
        const identity = await openIdentity(keys, 'meridian', Date.now);
        const { publicKey, privateKey } = await openVapidKeys(keys);
        return JSON.stringify([cookieSecret, identity.jwks(), publicKey, privateKey]);
      }),
    );
    expect(new Set(started).size).toBe(1);
    const stored = JSON.stringify(await rowsOf(store));
    const [cookieSecret, , publicKey, privateKey] = JSON.parse(started[0] ?? '') as string[];
    for (const text of [cookieSecret, publicKey, privateKey]) expect(stored).not.toContain(text);
    expect(readdirSync(dataDir)).not.toContain('identity.json');
  });

  test('another SECRET_KEY is refused, and changes nothing', async () => {
    const { dataDir, store } = await setup();
    const place = { dataDir, database: DATABASE, secretKey: newKey() };
    await openNodeSecrets(place, store.journal);
    const before = await rowsOf(store);
    const wrong = newKey();
    const opening = openNodeSecrets({ ...place, secretKey: wrong }, store.journal);
    await expect(opening).rejects.toThrow(/^SECRET_KEY is not the key/);
    await expect(opening).rejects.not.toThrow(wrong);
    expect(await rowsOf(store)).toEqual(before);
  });

  test('a secret that was moved there from SQLite is used as it is, and sealed', async () => {
    const { dataDir, store } = await setup();
    const moved = await openNodeSecrets(
      { dataDir, database: null, secretKey: null },
      store.journal,
    );
    const place = { dataDir, database: DATABASE, secretKey: newKey() };
    const { cookieSecret } = await openNodeSecrets(place, store.journal);
    expect(cookieSecret).toBe(moved.cookieSecret);
    expect(JSON.stringify(await rowsOf(store))).not.toContain(cookieSecret);
    expect((await openNodeSecrets(place, store.journal)).cookieSecret).toBe(cookieSecret);
  });

  test('a rotated key is used from the next start on, and the old one stays published', async () => {
    const { dataDir, store } = await setup();
    const place = { dataDir, database: DATABASE, secretKey: newKey() };
    const { keys } = await openNodeSecrets(place, store.journal);
    const kids = async () =>
      (await openIdentity(keys, 'meridian', Date.now)).jwks().keys.map(({ kid }) => kid);
    const [old] = await kids();
    const fresh = await rotateIdentity(keys, Date.now);
    expect(await kids()).toEqual([fresh, old]);
  });
});
