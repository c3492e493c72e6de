import { readBundleStoreId } from '../bundles/rows/bundle-store-id.ts';
import { deleteBundle } from '../bundles/rows/bundles.ts';
import { forgetStreamNames } from '../database/stream-names.ts';
import { ArchiveError, type Manifest } from './archive-format.ts';
import type { ArchiveEntry } from './archive-stream.ts';
import { writeStored } from './bundle-copy.ts';
import type { RestoreTarget } from './open-target.ts';
import { readState } from './read-state.ts';
import { createRowCodec } from './row-codec.ts';
import { describeTables } from './rows/table-info.ts';
import { allowTime, endAccess } from './rows/table-rows.ts';
import { createTableLoader } from './table-copy.ts';

/**
 * Fills an empty node from an archive: the rows in one transaction, which ends when all of the archive was read and compared
 * with what it should be, and the last bundle was stored.
 *
 * @param entries that follow the header
 * @param endsAccess whether nobody is let in by what let them in when the backup was made, but by a password, passkey or provider
 * @throws ArchiveError, and the database is left as it was
 */
export function restoreInto(
  target: RestoreTarget,
  entries: AsyncGenerator<ArchiveEntry>,
  endsAccess: boolean,
): Promise<Manifest> {
  const { db, secrets, bundles } = target;
  return db.transaction().execute(async (tx) => {
    await allowTime(tx);
    const loader = await createTableLoader(tx, createRowCodec(secrets));
    const assertOwnStore = once(async () => {
      await loader.flush();
      await target.assertOwnStore(await readBundleStoreId(tx));
    });
    const { keys, manifest } = await readState(entries, {
      row: loader.add,
      async bundle(id, bytes) {
        await assertOwnStore();
        await writeStored(bundles, id, bytes);
      },
    });
    await loader.finish(manifest.tables);
    // An archive of a release before them has no table for settings.
    const tables = await describeTables(tx);
    if (tables.some(({ name }) => name === 'settings')) await forgetStreamNames(tx);
    if (endsAccess) await endAccess(tx);
    await assertOwnStore();
    // They were deleted while the backup ran.
    for (const id of manifest.deleted) {
      await deleteBundle(tx, id);
      await bundles.remove(id);
    }
    await target.writeKeys(tx, keys);
    if (JSON.stringify(await target.readKeys(tx)) !== JSON.stringify(keys))
      throw new ArchiveError('The keys cannot be read back. Nothing was stored.');
    await target.claimStore(tx);
    return manifest;
  });
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}
