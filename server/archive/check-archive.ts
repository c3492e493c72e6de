import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { ArchiveError } from './archive-error.ts';
import {
  FORMAT_VERSION,
  type Header,
  HeaderSchema,
  type Keys,
  KeysSchema,
  type Manifest,
  ManifestSchema,
} from './archive-format.ts';
import { type ArchiveEntry, readArchive } from './archive-reader.ts';
import { BundleInfoSchema } from './bundle-copy.ts';
import { createTableHash } from './row-codec.ts';

/** What a whole and unchanged archive says about itself. */
export interface CheckedArchive {
  readonly header: Header;
  readonly keys: Keys;
  readonly manifest: Manifest;
}

/** Entries of one archive: more than any node has. */
const ENTRIES_MAX = 10_000_000;

/**
 * Reads an archive to its end and compares everything in it with what it should be.
 *
 * @throws ArchiveError
 */
export async function checkArchive(
  path: string,
  passphrase: string | null,
): Promise<CheckedArchive> {
  const check = createCheck();
  let entries = 0;
  for await (const entry of readArchive(path, passphrase)) {
    entries += 1;
    if (entries > ENTRIES_MAX) throw damaged('it has too many entries');
    await check.add(entry);
  }
  return check.finish();
}

interface FileDigest {
  readonly sha256: string;
  readonly size: number;
}

function createCheck() {
  let header: Header | undefined;
  let keys: Keys | undefined;
  let keysHash = '';
  let manifest: Manifest | undefined;
  const tables = new Map<string, ReturnType<typeof createTableHash>>();
  const rows = new Map<string, FileDigest>();
  const files = new Map<string, FileDigest>();

  async function addRows(table: string, entry: ArchiveEntry): Promise<void> {
    const hash = tables.get(table) ?? createTableHash();
    tables.set(table, hash);
    for (const line of linesOf(await entry.text())) {
      hash.add(line);
      if (table !== 'bundles') continue;
      const row = parsed(BundleInfoSchema, line, 'a row of a bundle');
      rows.set(row.id, { sha256: row.sha256, size: row.size });
    }
  }

  async function addBundle(id: string, entry: ArchiveEntry): Promise<void> {
    const hash = createHash('sha256');
    for await (const chunk of entry.stream) hash.update(chunk);
    if (files.has(id)) throw damaged('a bundle is in it twice');
    files.set(id, { sha256: hash.digest('hex'), size: entry.size });
  }

  return {
    async add(entry: ArchiveEntry): Promise<void> {
      const { name } = entry;
      if (manifest !== undefined) throw damaged('something follows its end');
      if (header === undefined && name.kind !== 'header') throw damaged('it has no beginning');
      switch (name.kind) {
        case 'header':
          header = readHeader(await entry.text());
          return;
        case 'keys': {
          const text = await entry.text();
          keysHash = sha256Of(text);
          keys = parsed(KeysSchema, text, 'its keys');
          return;
        }
        case 'rows':
          return addRows(name.table, entry);
        case 'bundle':
          return addBundle(name.id, entry);
        case 'manifest':
          manifest = parsed(ManifestSchema, await entry.text(), 'its list of contents');
      }
    },
    finish(): CheckedArchive {
      if (header === undefined || keys === undefined || manifest === undefined)
        throw new ArchiveError('The archive is cut off: its end is missing.');
      if (keysHash !== manifest.keys) throw damaged('its keys were changed');
      compareTables(manifest, tables);
      compareBundles(manifest, rows, files);
      return { header, keys, manifest };
    },
  };
}

function compareTables(
  { tables: wanted }: Manifest,
  found: ReadonlyMap<string, ReturnType<typeof createTableHash>>,
): void {
  const unknown = [...found.keys()].find((name) => !(name in wanted));
  if (unknown !== undefined) throw damaged(`the table ${unknown} is not in its list`);
  for (const [name, { rows, sha256 }] of Object.entries(wanted)) {
    const digest = (found.get(name) ?? createTableHash()).digest();
    if (digest.rows !== rows || digest.sha256 !== sha256)
      throw damaged(`the rows of ${name} are not what they were`);
  }
}

/** Every row has its file, unless the manifest says why not, and every file its row. */
function compareBundles(
  { bundles, deleted, damaged: known }: Manifest,
  rows: ReadonlyMap<string, FileDigest>,
  files: ReadonlyMap<string, FileDigest>,
): void {
  const exceptions = new Map(known.map(({ id, sha256 }) => [id, sha256] as const));
  for (const [id, row] of rows) {
    if (deleted.includes(id)) continue;
    const exception = exceptions.get(id);
    const file = files.get(id);
    const wanted = exception === undefined ? row.sha256 : exception;
    if ((file?.sha256 ?? null) !== wanted) throw damaged(`the bundle ${id} is not what it was`);
  }
  const unknown = [...files.keys()].find((id) => !rows.has(id));
  if (unknown !== undefined) throw damaged(`the bundle ${unknown} is not in its list`);
  if (files.size !== bundles.files) throw damaged('bundles are missing');
}

function readHeader(text: string): Header {
  const header = z.safeParse(HeaderSchema, jsonOf(text)).data;
  if (header === undefined) throw new ArchiveError('The file is no backup of this product.');
  if (header.version > FORMAT_VERSION)
    throw new ArchiveError(
      `The archive has format ${header.version}, of a newer release (${header.product}). Restore it with that one.`,
    );
  return header;
}

export const linesOf = (text: string): string[] => text.split('\n').slice(0, -1);

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

function parsed<Schema extends z.ZodMiniType>(schema: Schema, text: string, what: string) {
  const result = z.safeParse(schema, jsonOf(text));
  if (!result.success) throw damaged(`${what} cannot be read`);
  return result.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const damaged = (why: string) => new ArchiveError(`The archive is damaged: ${why}.`);
