import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { HOUR_MS } from '../../../../contract/limits.ts';
import { createClock } from '../../../../server/base/clock.ts';
import { createLoops } from '../../../../server/base/loop.ts';
import { insertBundle } from '../../../../server/bundles/rows/bundles.ts';
import type { StoredBundleFile } from '../../../../server/bundles/store/bundle-store.ts';
import { createStoreCleaner } from '../../../../server/bundles/store/clean-up.ts';
import { openBundleStore } from '../../../../server/bundles/store/open-bundle-store.ts';
import { claimBundleStore } from '../../../../server/bundles/store/store-owner.ts';
import type { BundleStoreConfig } from '../../../../server/config/bundle-store-config.ts';
import { openTestStore } from '../../engine.ts';
import { temporaryDir } from '../../temporary-dir.ts';

export type Configure = (dataDir: string) => Promise<BundleStoreConfig>;

export const BYTES = 'bytes';

/**
 * A store with its database, closed with the test, and the leader's cleaner.
 *
 * @param ownDir data directory of a server that has ended
 */
export async function openCleanUpRig(configure: Configure, ownDir?: string) {
  const dataDir = ownDir ?? (await temporaryDir());
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
      // So many hours have really passed: no clock was moved.
      await db.deleteFrom('settings').where('name', '=', 'pruning-clock').execute();
      const loops = createLoops(createClock());
      loops.logTo(log);
      const cleaner = createStoreCleaner({ db, files, log, clock, loops, claim });
      await cleaner.begun;
      await cleaner.close();
    },
  };
}

export async function idsOf(files: AsyncIterable<StoredBundleFile>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of files) ids.push(id);
  return ids.sort();
}
