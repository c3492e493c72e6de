import * as z from 'zod/mini';

/** What a person can change about a backup or a restore; the message says what. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

/**
 * A backup: a tar, gzipped.
 *
 *   header.json                what it is, and the migrations of its tables
 *   keys.json                  the node's keys, as texts
 *   tables/<name>/<n>.ndjson   a piece of a table's rows, in the order of its key
 *   bundles/<id>.zip           a bundle's file
 *   manifest.json              what all this must come to
 *
 * Names of entries only say what an entry is. None is ever used as a path.
 */
export const FORMAT = 'meridian-backup';
export const FORMAT_VERSION = 1;

export const HeaderSchema = z.object({
  format: z.literal(FORMAT),
  version: z.int(),
  /** Of the program that wrote it. */
  product: z.string().check(z.maxLength(100)),
  node: z.string().check(z.maxLength(100)),
  createdAt: z.string().check(z.maxLength(40)),
  migrations: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(1000)),
});
export type Header = z.infer<typeof HeaderSchema>;

const Sha256Schema = z.string().check(z.regex(/^[0-9a-f]{64}$/));

export const KeysSchema = z.record(z.string().check(z.maxLength(100)), z.string());
/** Texts of the node's keys by name; see `node-keys.ts`. */
export type Keys = z.infer<typeof KeysSchema>;

const BundleIdSchema = z.string().check(z.regex(/^[\w-]{1,64}$/));

export const ManifestSchema = z.object({
  keys: Sha256Schema,
  tables: z.record(
    z.string(),
    z.object({
      rows: z.int(),
      sha256: Sha256Schema,
      /** The last number given to a row; null: the table does not number its rows. */
      sequence: z.nullable(z.int()),
    }),
  ),
  /** Secrets that are sealed in it as well, by another key than the node's. */
  foreign: z._default(z.int(), 0),
  /** Files in the archive. */
  bundles: z.object({ files: z.int(), bytes: z.int() }),
  /** Deleted while the backup ran: their rows are in the tables. A file that is here all the same is not whole. */
  deleted: z.array(BundleIdSchema),
  /** Files that are not what their row says. */
  damaged: z.array(
    z.object({
      id: BundleIdSchema,
      /** Of the file as it is here; null: there was none. */
      sha256: z.nullable(Sha256Schema),
    }),
  ),
});
export type Manifest = z.infer<typeof ManifestSchema>;

/** What an entry is, by its name. */
export type EntryName =
  | { readonly kind: 'header' | 'keys' | 'manifest' }
  | { readonly kind: 'rows'; readonly table: string }
  | { readonly kind: 'bundle'; readonly id: string };

export const HEADER_ENTRY = 'header.json';
export const KEYS_ENTRY = 'keys.json';
export const MANIFEST_ENTRY = 'manifest.json';
export const rowsEntry = (table: string, piece: number) =>
  `tables/${table}/${String(piece).padStart(6, '0')}.ndjson`;
export const bundleEntry = (id: string) => `bundles/${id}.zip`;

/** @returns undefined for a name that no entry has */
export function parseEntryName(name: string): EntryName | undefined {
  if (name === HEADER_ENTRY) return { kind: 'header' };
  if (name === KEYS_ENTRY) return { kind: 'keys' };
  if (name === MANIFEST_ENTRY) return { kind: 'manifest' };
  const table = /^tables\/([a-z_]{1,64})\/\d{6,9}\.ndjson$/.exec(name)?.[1];
  if (table !== undefined) return { kind: 'rows', table };
  const id = /^bundles\/([\w-]{1,64})\.zip$/.exec(name)?.[1];
  return id === undefined ? undefined : { kind: 'bundle', id };
}
