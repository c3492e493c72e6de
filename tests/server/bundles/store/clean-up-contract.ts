import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OtherBundleStoreError } from '../../../../server/bundles/store/store-owner.ts';
import { BYTES, type Configure, idsOf, openCleanUpRig } from './clean-up-rig.ts';

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
    expect(log.error.mock.calls).toEqual([
      [{ loop: 'clean up the store of bundles', err }, 'storage of bundles not cleaned up'],
    ]);
  });
}
