import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBundleStore } from '../../../../server/bundles/store/open-bundle-store.ts';
import { claimBundleStore } from '../../../../server/bundles/store/store-owner.ts';
import { openTestStore } from '../../engine.ts';
import { temporaryDir } from '../../temporary-dir.ts';

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
