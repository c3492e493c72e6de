import type { BundleStore } from '../bundles/store/bundle-store.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { readBundleStoreId } from '../store/bundle-store-id.ts';
import { deleteBundle } from '../store/bundles.ts';
import type { Database, Tx } from '../store/database.ts';
import { allowTime } from '../store/table-rows.ts';
import { ArchiveError } from './archive-error.ts';
import type { Keys } from './archive-format.ts';
import { readArchive } from './archive-reader.ts';
import { writeStored } from './bundle-copy.ts';
import { type CheckedArchive, linesOf } from './check-archive.ts';
import { createRowCodec } from './row-codec.ts';
import { createTableLoader } from './table-copy.ts';

/** An empty node, with the tables that the archive has. */
export interface RestoreTarget {
  readonly db: Database;
  readonly secrets: SecretBox;
  readonly bundles: BundleStore;
  readKeys(tx: Tx): Promise<Keys>;
  writeKeys(tx: Tx, keys: Keys): Promise<void>;
  /** @param id of the store, as the rows have it. @throws ArchiveError if it holds the bundles of another database */
  assertOwnStore(id: string | null): Promise<void>;
}

export interface RestoreOptions {
  readonly path: string;
  readonly passphrase: string | null;
  /** What `checkArchive` has found in it. */
  readonly checked: CheckedArchive;
}

/**
 * Fills an empty node from an archive: the rows in one transaction, which ends after the last bundle was stored.
 *
 * @throws ArchiveError, and the database is left as it was
 */
export async function restoreInto(target: RestoreTarget, options: RestoreOptions): Promise<void> {
  const { manifest, keys } = options.checked;
  await target.db.transaction().execute(async (tx) => {
    await allowTime(tx);
    await restoreRowsAndBundles(tx, target, options);
    // They were deleted while the backup ran.
    for (const id of manifest.deleted) await deleteBundle(tx, id);
    await target.writeKeys(tx, keys);
    await assertSameKeys(target, tx, keys);
  });
}

/** @throws ArchiveError if the keys that a node would find are others */
export async function assertSameKeys(
  target: Pick<RestoreTarget, 'readKeys'>,
  tx: Tx,
  keys: Keys,
): Promise<void> {
  if (JSON.stringify(await target.readKeys(tx)) !== JSON.stringify(keys))
    throw new ArchiveError('The keys cannot be read back. Nothing was stored.');
}

async function restoreRowsAndBundles(
  tx: Tx,
  target: RestoreTarget,
  { path, passphrase, checked }: RestoreOptions,
): Promise<void> {
  const loader = await createTableLoader(tx, createRowCodec(target.secrets));
  const endRows = once(async () => {
    await loader.finish(checked.manifest.tables);
    await target.assertOwnStore(await readBundleStoreId(tx));
  });
  for await (const { name, stream, text } of readArchive(path, passphrase)) {
    if (name.kind === 'rows')
      for (const line of linesOf(await text())) await loader.add(name.table, line);
    if (name.kind !== 'bundle' || checked.manifest.deleted.includes(name.id)) continue;
    await endRows();
    await writeStored(target.bundles, name.id, stream);
  }
  await endRows();
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}
