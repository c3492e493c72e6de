import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { syncDirectory } from '../base/sync-directory.ts';
import { findBundle } from '../bundles/rows/bundles.ts';
import { migrationsRun } from '../database/migrate.ts';
import {
  ArchiveError,
  bundleEntry,
  FORMAT,
  FORMAT_VERSION,
  HEADER_ENTRY,
  type Header,
  KEYS_ENTRY,
  MANIFEST_ENTRY,
  type Manifest,
  rowsEntry,
} from './archive-format.ts';
import { type ArchiveWriter, writeArchive } from './archive-stream.ts';
import { type BundleInfo, bundleInfoOf, filledUp, hashed, openStored } from './bundle-copy.ts';
import type { ArchiveSource } from './open-source.ts';
import { checkArchive, sha256Of } from './read-state.ts';
import { createRowCodec } from './row-codec.ts';
import { withSnapshot } from './rows/table-rows.ts';
import { archivedTables, readTable, type TableSummary } from './table-copy.ts';

interface BackupOptions {
  readonly header: Pick<Header, 'product' | 'node' | 'createdAt'>;
  /** Takes a line about what is done now. */
  readonly report: (line: string) => void | Promise<void>;
}

/** Bytes of rows in one entry, about. */
const PIECE_LENGTH = 1024 * 1024;

/** Writes one archive of everything that a node has to keep to `out`, and ends it. @returns what it holds */
export function backUp(
  source: ArchiveSource,
  out: Writable,
  options: BackupOptions,
): Promise<Manifest> {
  return writeArchive(out, async (writer) => {
    const { bundles, ...state } = await writeState(writer, source, options);
    await options.report(
      `${sumRows(state.tables)} rows written; bundles follow: ${bundles.length}`,
    );
    const manifest: Manifest = { ...state, ...(await writeBundles(writer, source, bundles)) };
    await writer.add(MANIFEST_ENTRY, JSON.stringify(manifest));
    return manifest;
  });
}

/**
 * Writes it beside its name, reads it again to check it, and only then gives it the name.
 *
 * @throws ArchiveError if what was written is not what was read
 */
export async function backUpToFile(
  source: ArchiveSource,
  path: string,
  options: BackupOptions,
): Promise<Manifest> {
  const part = `${path}.part`;
  // Of a run that was killed; a new file has the right mode from its beginning.
  const opening = rm(part, { force: true }).then(() => open(part, 'wx', 0o600));
  const file = await opening.catch((error: NodeJS.ErrnoException) => {
    throw new ArchiveError(
      `FILE: ${path} cannot be written (${error.code}). Name a file in a directory that this user may write to.`,
      { cause: error },
    );
  });
  try {
    const manifest = await backUp(source, file.createWriteStream({ flush: true }), options);
    await options.report('written; now it is read again and compared');
    await checkArchive(createReadStream(part));
    await rename(part, path);
    await syncDirectory(dirname(path));
    return manifest;
  } catch (error) {
    await rm(part, { force: true });
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
