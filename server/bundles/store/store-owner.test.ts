import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestStore } from '../../../tests/server/engine.ts';
import { temporaryDir } from '../../../tests/server/temporary-dir.ts';
import { readBundleStoreId } from '../rows/bundle-store-id.ts';
import { openBundleStore } from './open-bundle-store.ts';
import { claimBundleStore } from './store-owner.ts';

test('a new database has the store of another one only where its bundles are moved', async () => {
  const dataDir = await temporaryDir();
  const { db, journal, close } = await openTestStore(dataDir, [], Date.now);
  const directory = join(dataDir, 'shared');
  const files = await openBundleStore({ dataDir, bundleStore: { kind: 'file', directory } });
  await files.writeOwner('another database');
  await writeFile(join(directory, 'old.zip'), 'bytes');
  const claim = (moveOrphans: boolean) =>
    claimBundleStore({ db, commit: journal.commit, files, shared: true, moveOrphans });
  try {
    await expect(claim(false)).rejects.toThrow(/holds the bundles of another database/);
    await claim(true);
    await claim(false);
    // Not a new one any more.
    await files.writeOwner('a third database');
    await expect(claim(true)).rejects.toThrow(/holds the bundles of another database/);
  } finally {
    await close();
  }
});

test('instances claim a store at the same moment, and nobody waits for the writer meanwhile', async () => {
  const dataDir = await temporaryDir();
  const { db, journal, close } = await openTestStore(dataDir, [], Date.now);
  const directory = join(dataDir, 'shared');
  const files = await openBundleStore({ dataDir, bundleStore: { kind: 'file', directory } });
  let asked = 0;
  const outside =
    <Args extends unknown[], T>(ask: (...args: Args) => Promise<T>) =>
    async (...args: Args) => {
      asked += 1;
      // It would wait for ever inside a transaction.
      await journal.commit(async () => undefined);
      return ask(...args);
    };
  const { readOwner, writeOwner } = files;
  const slow = { ...files, readOwner: outside(readOwner), writeOwner: outside(writeOwner) };
  const claim = () => claimBundleStore({ db, commit: journal.commit, files: slow, shared: true });
  try {
    await Promise.all([claim(), claim(), claim()]);
    expect(await readBundleStoreId(db)).toBe(await files.readOwner());
    expect(asked).toBeGreaterThan(3);
  } finally {
    await close();
  }
});

test('who lost its turn while a slow store answered marks nothing', async () => {
  const dataDir = await temporaryDir();
  const { db, journal, close } = await openTestStore(dataDir, [], Date.now);
  const directory = join(dataDir, 'shared');
  const files = await openBundleStore({ dataDir, bundleStore: { kind: 'file', directory } });
  const slow: typeof files = {
    ...files,
    readOwner: async () => {
      await db.updateTable('leases').set({ holder: 'another instance' }).execute();
      return files.readOwner();
    },
  };
  const claim = claimBundleStore({ db, commit: journal.commit, files: slow, shared: true });
  try {
    await expect(claim).rejects.toThrow(/too slowly to be claimed/);
    expect(await files.readOwner()).toBeNull();
  } finally {
    await close();
  }
});

test('instances of one database need one store, and a store one database', async () => {
  const dataDir = await temporaryDir();
  const { db, journal, close } = await openTestStore(dataDir, [], Date.now);
  const at = (name: string) =>
    openBundleStore({ dataDir, bundleStore: { kind: 'file', directory: join(dataDir, name) } });
  const claim = async (name: string, takeOver = false) => {
    const files = await at(name);
    await claimBundleStore({ db, commit: journal.commit, files, shared: true, takeOver });
    return files.readOwner();
  };
  try {
    const owner = await claim('shared');
    expect(await claim('shared')).toBe(owner);
    await expect(claim('of-one-machine')).rejects.toThrow(/not where the other instances/);
    expect(await claim('restored', true)).toBe(owner);
  } finally {
    await close();
  }
});
