import { randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { BundleStoreConfig } from '../../../../server/bundles/bundle-store-config.ts';
import type { StoredBundleFile } from '../../../../server/bundles/store/bundle-store.ts';
import { createStoreCleaner } from '../../../../server/bundles/store/clean-up.ts';
import { openBundleStore } from '../../../../server/bundles/store/open-bundle-store.ts';
import {
  claimBundleStore,
  OtherBundleStoreError,
} from '../../../../server/bundles/store/store-owner.ts';
import { createClock } from '../../../../server/clock.ts';
import { insertBundle } from '../../../../server/store/bundles.ts';
import { openTestStore } from '../../engine.ts';
import { temporaryDir } from '../../temporary-dir.ts';

type Configure = (dataDir: string) => Promise<BundleStoreConfig>;

const HOUR_MS = 60 * 60 * 1000;
const BYTES = 'bytes';

/** A store with its database, closed with the test, and the leader's cleaner. */
export async function openCleanUpRig(configure: Configure) {
  const dataDir = await temporaryDir();
  const config = await configure(dataDir);
  const files = await openBundleStore({ dataDir, bundleStore: config });
  const { db, journal, close } = await openTestStore(dataDir, [], Date.now);
  onTestFinished(async () => {
    files.close();
    await close();
  });
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const claim = () => claimBundleStore({ db, commit: journal.commit, files, shared: true });
  await claim();

  async function store(id: string = randomUUID()): Promise<string> {
    const path = join(files.scratch.incoming, `${randomUUID()}.part`);
    await writeFile(path, BYTES);
    await files.prepare(path, id);
    await files.publish(id);
    return id;
  }

  async function storeWithRow(): Promise<string> {
    const id = await store();
    const info = { name: 'a.zip', priority: 'standard', sha256: '', uploadedBy: 'ada' } as const;
    const targets = { targetPlatforms: [], targetIds: [] };
    await journal.commit((tx) =>
      insertBundle(tx, { id, size: BYTES.length, at: Date.now(), ...info, ...targets }),
    );
    return id;
  }

  return {
    ...{ config, files, log, store, storeWithRow },
    /** Runs the cleaner once, as if so many hours had passed since now. @param isClosing before it moves bundles */
    async cleanAfter(hours: number, isClosing = false): Promise<void> {
      const clock = {
        ...createClock(() => Date.now() + hours * HOUR_MS),
        // It waits for a moment before it moves bundles, and for an hour before the next run.
        sleep: async (ms: number) => !isClosing && ms < HOUR_MS / 2,
      };
      await createStoreCleaner({ db, files, log, clock, claim }).close();
    },
  };
}

export async function idsOf(files: AsyncIterable<StoredBundleFile>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of files) ids.push(id);
  return ids.sort();
}

/** What the cleaner does to every store. */
export function cleanUpContract(configure: Configure): void {
  test('sets a bundle without a row aside once it is a day old', async () => {
    const { files, log, store, storeWithRow, cleanAfter } = await openCleanUpRig(configure);
    const [known, unknown] = [await storeWithRow(), await store()];
    await cleanAfter(23);
    await cleanAfter(25, true);
    expect(await idsOf(files.list())).toEqual([known, unknown].sort());
    expect(log.warn).not.toHaveBeenCalled();
    await cleanAfter(25);
    expect(await idsOf(files.list())).toEqual([known]);
    expect(await idsOf(files.listSetAside())).toEqual([unknown]);
    const moved = { files: 1, bytes: BYTES.length };
    expect(log.warn.mock.calls).toEqual([[moved, expect.stringContaining('npm run orphans')]]);
    expect(log.error).not.toHaveBeenCalled();
  });

  test('removes local files of uploads that were never completed after two hours', async () => {
    const { files, log, cleanAfter } = await openCleanUpRig(configure);
    await writeFile(join(files.scratch.incoming, 'half.part'), BYTES);
    await writeFile(join(files.scratch.unpacked, 'half.unpacked'), BYTES);
    await cleanAfter(1);
    expect(await readdir(files.scratch.incoming)).toEqual(['half.part']);
    await cleanAfter(3);
    expect(await readdir(files.scratch.incoming)).toEqual([]);
    expect(await readdir(files.scratch.unpacked)).toEqual([]);
    expect(log.info.mock.calls).toEqual([[{ removed: 2 }, expect.any(String)]]);
  });

  test('touches nothing once the store is that of another database', async () => {
    const { files, log, store, cleanAfter } = await openCleanUpRig(configure);
    const unknown = await store();
    await writeFile(join(files.scratch.incoming, 'half.part'), BYTES);
    await files.writeOwner('another database');
    await cleanAfter(100);
    expect(await idsOf(files.list())).toEqual([unknown]);
    expect(await readdir(files.scratch.incoming)).toEqual(['half.part']);
    const err = expect.any(OtherBundleStoreError);
    expect(log.error.mock.calls).toEqual([[{ err }, 'storage of bundles not cleaned up']]);
  });
}
