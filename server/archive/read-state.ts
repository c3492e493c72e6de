import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import * as z from 'zod/mini';
import {
  ArchiveError,
  FORMAT_VERSION,
  type Header,
  HeaderSchema,
  type Keys,
  KeysSchema,
  type Manifest,
  ManifestSchema,
} from './archive-format.ts';
import { type ArchiveEntry, readEntries } from './archive-stream.ts';
import { BundleInfoSchema, hashed } from './bundle-copy.ts';
import { createTableHash, jsonOf } from './row-codec.ts';

/** What an archive without a fault holds, besides rows and files. */
interface ArchivedState {
  readonly keys: Keys;
  readonly manifest: Manifest;
}

/** Receives what is read, before the archive is known to be whole. */
interface StateReceiver {
  row(table: string, line: string): Promise<void>;
  /** Has to read all the bytes. */
  bundle(id: string, bytes: AsyncIterable<Buffer>): Promise<unknown>;
}

/** @returns what a whole and unchanged archive says about itself. @throws ArchiveError */
export async function checkArchive(
  source: Readable,
): Promise<ArchivedState & { readonly header: Header }> {
  const entries = readEntries(source);
  const header = await readHeader(entries);
  const state = await readState(entries, {
    row: async () => undefined,
    async bundle(_id, bytes) {
      for await (const _ of bytes);
    },
  });
  return { header, ...state };
}

/** Takes the first entry. @throws ArchiveError */
export async function readHeader(entries: AsyncGenerator<ArchiveEntry>): Promise<Header> {
  const { value } = await entries.next();
  if (value?.name.kind !== 'header') throw damaged('it has no beginning');
  const header = z.safeParse(HeaderSchema, jsonOf(await entryText(value))).data;
  if (header === undefined) throw new ArchiveError('The file is no backup of this product.');
  if (header.version > FORMAT_VERSION)
    throw new ArchiveError(
      `The archive has format ${header.version}, of a newer release (${header.product}). Restore it with that one.`,
    );
  return header;
}

/** Reads all that follows the header, and compares everything with what it should be. @throws ArchiveError */
export async function readState(
  entries: AsyncGenerator<ArchiveEntry>,
  receiver: StateReceiver,
): Promise<ArchivedState> {
  const texts = { keys: '', manifest: '' };
  const tables: Tables = new Map();
  const bundles: Bundles = { rows: new Map(), files: new Map() };

  async function readRows(table: string, text: string): Promise<void> {
    const hash = tables.get(table) ?? createTableHash();
    tables.set(table, hash);
    for (const line of text.split('\n').slice(0, -1)) {
      hash.add(line);
      if (table === 'bundles') readBundleRow(line);
      await receiver.row(table, line);
    }
  }

  function readBundleRow(line: string): void {
    const { id, sha256 } = parsed(BundleInfoSchema, line, 'a row of a bundle');
    bundles.rows.set(id, sha256);
  }

  async function readBundle(id: string, bytes: ArchiveEntry['stream']): Promise<void> {
    if (bundles.files.has(id)) throw damaged('a bundle is in it twice');
    if (!bundles.rows.has(id)) throw damaged(`the bundle ${id} is not in its list`);
    const { stream, digest } = hashed(bytes);
    await receiver.bundle(id, stream);
    bundles.files.set(id, digest());
  }

  for await (const entry of entries) {
    const { name } = entry;
    if (texts.manifest !== '') throw damaged('something follows its end');
    if (name.kind === 'header') throw damaged('it has two beginnings');
    if (name.kind === 'bundle') await readBundle(name.id, entry.stream);
    else if (name.kind === 'rows') await readRows(name.table, await entryText(entry));
    else texts[name.kind] = await entryText(entry);
  }
  return compared(texts, tables, bundles);
}

type Tables = Map<string, ReturnType<typeof createTableHash>>;

/** SHA-256 by id: of what rows say, and of the files. */
interface Bundles {
  readonly rows: Map<string, string>;
  readonly files: Map<string, string>;
}

function compared(
  texts: { readonly keys: string; readonly manifest: string },
  tables: Tables,
  bundles: Bundles,
): ArchivedState {
  if (texts.keys === '' || texts.manifest === '')
    throw new ArchiveError('The archive is cut off: its end is missing.');
  const keys = parsed(KeysSchema, texts.keys, 'its keys');
  const manifest = parsed(ManifestSchema, texts.manifest, 'its list of contents');
  if (sha256Of(texts.keys) !== manifest.keys) throw damaged('its keys were changed');
  compareTables(manifest, tables);
  compareBundles(manifest, bundles);
  return { keys, manifest };
}

function compareTables({ tables: wanted }: Manifest, found: Tables): void {
  const unknown = [...found.keys()].find((name) => !(name in wanted));
  if (unknown !== undefined) throw damaged(`the table ${unknown} is not in its list`);
  for (const [name, { rows, sha256 }] of Object.entries(wanted)) {
    const digest = (found.get(name) ?? createTableHash()).digest();
    if (digest.rows !== rows || digest.sha256 !== sha256)
      throw damaged(`the rows of ${name} are not what they were`);
  }
}

/** Every row has its file, unless the manifest says why not. */
function compareBundles(
  { bundles, deleted, damaged: known }: Manifest,
  { rows, files }: Bundles,
): void {
  const exceptions = new Map(known.map(({ id, sha256 }) => [id, sha256] as const));
  for (const [id, sha256] of rows) {
    if (deleted.includes(id)) continue;
    const exception = exceptions.get(id);
    const wanted = exception === undefined ? sha256 : exception;
    if ((files.get(id) ?? null) !== wanted) throw damaged(`the bundle ${id} is not what it was`);
  }
  if (files.size !== bundles.files) throw damaged('bundles are missing');
}

/** Of a piece of rows, and of what else is read at once: a row can have the names of a million files. */
const TEXT_MAX_BYTES = 512 * 1024 * 1024;

async function entryText({ size, stream }: ArchiveEntry): Promise<string> {
  if (size > TEXT_MAX_BYTES) throw damaged('it has an entry that is too large');
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

function parsed<Schema extends z.ZodMiniType>(schema: Schema, text: string, what: string) {
  const result = z.safeParse(schema, jsonOf(text));
  if (!result.success) throw damaged(`${what} cannot be read`);
  return result.data;
}

const damaged = (why: string) => new ArchiveError(`The archive is damaged: ${why}.`);
