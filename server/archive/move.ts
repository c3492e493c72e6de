import { randomUUID } from 'node:crypto';
import { readBundleStoreId, saveBundleStoreId } from '../store/bundle-store-id.ts';
import type { Tx } from '../store/database.ts';
import { readMove, saveMove } from '../store/moves.ts';
import { allowTime, withSnapshot } from '../store/table-rows.ts';
import { ArchiveError } from './archive-error.ts';
import type { Keys } from './archive-format.ts';
import { archivedTables } from './archived-tables.ts';
import {
  type BundleInfo,
  bundleInfoOf,
  hashStored,
  openStored,
  writeStored,
} from './bundle-copy.ts';
import { sha256Of } from './check-archive.ts';
import type { OpenedSource } from './open-source.ts';
import { assertEmptyDatabase, type OpenedTarget } from './open-target.ts';
import { assertSameKeys } from './restore.ts';
import { createRowCodec } from './row-codec.ts';
import {
  createTableLoader,
  readTable,
  type TableSummaries,
  type TableSummary,
} from './table-copy.ts';

/** What was moved, each part compared with the source. */
export interface Moved {
  readonly tables: TableSummaries;
  readonly bundles: { readonly files: number; readonly bytes: number };
  /** Ids of bundles whose file is missing at the source, or is not what its row says. */
  readonly damaged: readonly string[];
  /** Secrets that were sealed by another key than the source's, and still are. */
  readonly foreign: number;
}

interface MoveDeps {
  readonly source: OpenedSource;
  readonly target: OpenedTarget;
  /** False: they stay where they are, and are only compared with their rows. */
  readonly copyBundles: boolean;
  readonly now: () => number;
  readonly report: (line: string) => void;
}

/**
 * Copies the state of a node into another database: bundles first, then every row in one transaction. So the target has
 * nothing, or all of it.
 *
 * @throws ArchiveError, and the target's database is as it was
 */
export async function moveState(deps: MoveDeps): Promise<Moved> {
  const { source, target, report } = deps;
  return withSnapshot(source.db, async (from) => {
    const keys = await source.readKeys(from);
    const origin = originOf(keys);
    await assertReplaceable(target, origin);
    const storeId = (await readBundleStoreId(from)) ?? (await readBundleStoreId(target.db));
    await target.assertOwnStore(storeId);
    const bundles = await listBundles(from, source);
    report(`bundles to ${deps.copyBundles ? 'copy' : 'compare'}: ${bundles.length}`);
    const files = await moveBundles(deps, bundles);
    report('bundles done; the tables follow');
    const rows = await moveRows(deps, { from, keys, origin, storeId: storeId ?? randomUUID() });
    return { ...files, ...rows };
  });
}

/** A number of the node that stays with it, whatever becomes of its rows. */
const originOf = ({ cookies = '' }: Keys): string => sha256Of(`origin ${cookies}`);

/**
 * The target may be empty, or what an earlier move of the same node left, if nothing has changed there since.
 *
 * @throws ArchiveError
 */
async function assertReplaceable(target: OpenedTarget, origin: string): Promise<void> {
  const found = await withSnapshot(target.db, async (tx) => {
    const move = await readMove(tx);
    return move && { ...move, isUnchanged: move.digest === (await digestOf(tx, target)) };
  });
  if (found === undefined) return assertEmptyDatabase(target.db, '--to');
  if (found.origin !== origin)
    throw new ArchiveError(
      '--to: the database holds another node. Give an empty database; nothing was changed.',
    );
  if (!found.isUnchanged)
    throw new ArchiveError(
      '--to: a node has worked with what an earlier move left there. Give an empty database to move again; nothing was changed.',
    );
}

async function digestOf(tx: Tx, target: OpenedTarget): Promise<string> {
  const codec = createRowCodec(target.secrets);
  const parts: unknown[] = [await target.readKeys(tx)];
  for (const table of await archivedTables(tx)) {
    const { rows, sha256 } = await readTable(tx, { table, codec });
    parts.push([table.name, rows, sha256]);
  }
  return sha256Of(JSON.stringify(parts));
}

async function listBundles(tx: Tx, { secrets }: OpenedSource): Promise<BundleInfo[]> {
  const found: BundleInfo[] = [];
  const codec = createRowCodec(secrets);
  for (const table of await archivedTables(tx))
    if (table.name === 'bundles')
      await readTable(tx, { table, codec }, (line) => void found.push(bundleInfoOf(line)));
  return found;
}

const REPORT_MS = 5_000;

async function moveBundles(
  deps: MoveDeps,
  bundles: readonly BundleInfo[],
): Promise<Pick<Moved, 'bundles' | 'damaged'>> {
  const damaged: string[] = [];
  let files = 0;
  let bytes = 0;
  let reported = deps.now();
  for (const bundle of bundles) {
    const isWhole = await moveBundle(deps, bundle);
    if (!isWhole) damaged.push(bundle.id);
    files += 1;
    bytes += bundle.size;
    if (deps.now() - reported < REPORT_MS) continue;
    reported = deps.now();
    deps.report(`${files} of ${bundles.length} bundles, ${bytes} bytes`);
  }
  return { bundles: { files, bytes }, damaged };
}

/** @returns whether the file at the source is what its row says. @throws ArchiveError if the copy is another file */
async function moveBundle(
  { source, target, copyBundles }: MoveDeps,
  { id, sha256 }: BundleInfo,
): Promise<boolean> {
  if (!copyBundles) return (await hashStored(source.bundles, id)) === sha256;
  // Of an earlier move that was interrupted.
  if ((await hashStored(target.bundles, id)) === sha256) return true;
  const opened = await openStored(source.bundles, id);
  if (opened === undefined) return false;
  const written = await writeStored(target.bundles, id, opened.stream);
  if ((await hashStored(target.bundles, id)) !== written)
    throw new ArchiveError(`The copy of bundle ${id} differs. Nothing was stored in the database.`);
  return written === sha256;
}

interface MovedRows {
  readonly from: Tx;
  readonly keys: Keys;
  readonly origin: string;
  /** Marks the store as that of the target's database. */
  readonly storeId: string;
}

function moveRows(
  deps: MoveDeps,
  { from, keys, origin, storeId }: MovedRows,
): Promise<Pick<Moved, 'tables' | 'foreign'>> {
  const { source, target, now, report } = deps;
  const codec = createRowCodec(source.secrets);
  return target.db.transaction().execute(async (tx) => {
    await allowTime(tx);
    const loader = await createTableLoader(tx, createRowCodec(target.secrets));
    const tables: Record<string, TableSummary> = {};
    for (const table of await archivedTables(from)) {
      const summary = await readTable(from, { table, codec }, (line) =>
        loader.add(table.name, line),
      );
      tables[table.name] = summary;
      if (summary.rows > 0) report(`${table.name}: ${summary.rows} rows`);
    }
    report('copied; now everything is read again and compared');
    await loader.finish(tables);
    await saveBundleStoreId(tx, storeId);
    await target.writeKeys(tx, keys);
    await assertSameKeys(target, tx, keys);
    await saveMove(tx, { origin, digest: await digestOf(tx, target), moved_at: now() });
    return { tables, foreign: codec.foreign() };
  });
}
