import type { BundleStore } from '../bundles/store/bundle-store.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { findBundle } from '../store/bundles.ts';
import type { Database, Tx } from '../store/database.ts';
import { migrationsRun } from '../store/migrate.ts';
import { withSnapshot } from '../store/table-rows.ts';
import {
  bundleEntry,
  FORMAT,
  FORMAT_VERSION,
  HEADER_ENTRY,
  type Header,
  KEYS_ENTRY,
  type Keys,
  MANIFEST_ENTRY,
  type Manifest,
  rowsEntry,
} from './archive-format.ts';
import { type ArchiveWriter, createArchiveWriter } from './archive-writer.ts';
import { archivedTables } from './archived-tables.ts';
import { type BundleInfo, bundleInfoOf, filledUp, hashed, openStored } from './bundle-copy.ts';
import { checkArchive, sha256Of } from './check-archive.ts';
import { createRowCodec } from './row-codec.ts';
import { readTable, type TableSummary } from './table-copy.ts';

/** The state of a node, which may be running. */
export interface ArchiveSource {
  readonly db: Database;
  /** Another connection: it sees what has changed since the snapshot. */
  readonly live: Database;
  readonly secrets: SecretBox;
  readonly bundles: BundleStore;
  readKeys(tx: Tx): Promise<Keys>;
}

export interface BackupOptions {
  readonly path: string;
  /** Null: not encrypted. */
  readonly passphrase: string | null;
  readonly header: Pick<Header, 'product' | 'node' | 'createdAt'>;
  /** Takes a line about what is done now. */
  readonly report: (line: string) => void | Promise<void>;
}

/** Bytes of rows in one entry, about. */
const PIECE_LENGTH = 1024 * 1024;

/**
 * Writes one archive of everything that a node has to keep, reads it again to check it, and only then gives it its name.
 *
 * @returns what it holds
 * @throws ArchiveError if what was written is not what was read
 */
export async function backUp(source: ArchiveSource, options: BackupOptions): Promise<Manifest> {
  const { path, passphrase, report } = options;
  const writer = await createArchiveWriter(path, passphrase);
  try {
    const { bundles, ...state } = await writeState(writer, source, options);
    await report(`${sumRows(state.tables)} rows written; bundles follow: ${bundles.length}`);
    const files = await writeBundles(writer, source, bundles);
    const manifest: Manifest = { ...state, ...files };
    await writer.add(MANIFEST_ENTRY, JSON.stringify(manifest));
    await writer.finish();
    await report('written; now it is read again and compared');
    await checkArchive(writer.part, passphrase);
    await writer.publish();
    return manifest;
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

export const sumRows = (tables: Manifest['tables']): number =>
  Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);

/** Keys and tables, all of one moment. */
function writeState(writer: ArchiveWriter, source: ArchiveSource, { header }: BackupOptions) {
  const codec = createRowCodec(source.secrets);
  return withSnapshot(source.db, async (tx) => {
    const migrations = await migrationsRun(tx);
    const whole: Header = { format: FORMAT, version: FORMAT_VERSION, ...header, migrations };
    await writer.add(HEADER_ENTRY, JSON.stringify(whole));
    const keys = JSON.stringify(await source.readKeys(tx));
    await writer.add(KEYS_ENTRY, keys);
    const tables: Record<string, TableSummary> = {};
    const bundles: BundleInfo[] = [];
    for (const table of await archivedTables(tx)) {
      const pieces = createPieces(writer, table.name);
      tables[table.name] = await readTable(tx, { table, codec }, (line) => {
        if (table.name === 'bundles') bundles.push(bundleInfoOf(line));
        return pieces.add(line);
      });
      await pieces.flush();
    }
    return { keys: sha256Of(keys), tables, bundles, foreign: codec.foreign() };
  });
}

function createPieces(writer: ArchiveWriter, table: string) {
  let lines: string[] = [];
  let length = 0;
  let written = 0;

  async function flush(): Promise<void> {
    if (lines.length === 0) return;
    await writer.add(rowsEntry(table, written), `${lines.join('\n')}\n`);
    written += 1;
    lines = [];
    length = 0;
  }

  return {
    flush,
    add(line: string): Promise<void> | undefined {
      lines.push(line);
      length += line.length;
      return length >= PIECE_LENGTH ? flush() : undefined;
    },
  };
}

async function writeBundles(
  writer: ArchiveWriter,
  { bundles: store, live }: ArchiveSource,
  bundles: readonly BundleInfo[],
): Promise<Pick<Manifest, 'bundles' | 'deleted' | 'damaged'>> {
  const written = { files: 0, bytes: 0 };
  const deleted: string[] = [];
  const damaged: Manifest['damaged'] = [];
  for (const { id, sha256 } of bundles) {
    const opened = await openStored(store, id);
    if (opened === undefined) {
      // Its row is deleted before its file.
      if ((await findBundle(live, id)) === undefined) deleted.push(id);
      else damaged.push({ id, sha256: null });
      continue;
    }
    const { stream, digest } = hashed(filledUp(opened));
    await writer.addStream(bundleEntry(id), opened.size, stream);
    written.files += 1;
    written.bytes += opened.size;
    const found = digest();
    if (found === sha256) continue;
    if ((await findBundle(live, id)) === undefined) deleted.push(id);
    else damaged.push({ id, sha256: found });
  }
  return { bundles: written, deleted, damaged };
}
