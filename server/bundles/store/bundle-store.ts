import type { BundleStoreConfig } from '../../config/bundle-store-config.ts';
import type { PieceStore } from '../../mesh/transfers/arrivals.ts';
import type { S3Config } from '../../outgoing/s3.ts';
import type { OpenSource } from '../inspection/zip/byte-source.ts';
import { UploadError } from '../uploads/upload-error.ts';
import type { UploadStore } from '../uploads/upload-store.ts';

/**
 * The bundles' bytes, under generated names and outside of anything that is served: files of a directory, or objects
 * of an S3 bucket with the same names.
 *
 *   <id>.zip              a bundle
 *   orphaned/<id>.zip     one that the database did not know
 *   resumable/<id>...     an unfinished resumable upload
 *   arriving/<key>...     an unfinished transfer of a peer
 *   database-id           which database the store belongs to
 *
 * A bundle is durable before its row is committed (`prepare`). What is left of a crash before that is removed or set
 * aside, and a bundle without a row otherwise means that the database was lost or is an old one.
 */
export interface BundleStore {
  readonly config: BundleStoreConfig;
  readonly observe: ObserveStore;
  /** A directory of the data directory, as by default. */
  readonly isInDataDir: boolean;
  /** On this machine's disk: uploads in progress, and what is unpacked while a bundle is inspected. */
  readonly scratch: { readonly incoming: string; readonly unpacked: string };
  /** Makes a local file, which is complete and synced, durable under its bundle's id. The file is gone afterwards. */
  prepare(path: string, id: string): Promise<void>;
  /** Called after the row is committed. */
  publish(id: string): Promise<void>;
  /** For a thread, which cannot have this object. */
  locationOf(id: string): BundleLocation;
  /** The caller closes it. @throws BundleMissingError */
  open(id: string): Promise<OpenSource>;
  /** A bundle that is not there is no error. */
  remove(id: string): Promise<void>;
  list(): AsyncIterable<StoredBundleFile>;
  /** Moves a bundle to `orphaned`. @returns false when it is gone */
  setAside(id: string): Promise<boolean>;
  listSetAside(): AsyncIterable<StoredBundleFile>;
  /**
   * Removes files of `scratch` that a crash left.
   *
   * @param before epoch milliseconds; what was written later may be in progress at another instance
   * @param known whether a bundle with this id has a row; then a prepared file is published instead
   * @returns how many
   */
  clearScratch(before: number, known: (id: string) => boolean): Promise<number>;
  /** Ends uploads to the store that a crash left. @param before when they began, epoch milliseconds. @returns how many */
  abortStale(before: number): Promise<number>;
  /** @returns which database the store belongs to, null before the first */
  readOwner(): Promise<string | null>;
  writeOwner(id: string): Promise<void>;
  /** Unfinished resumable uploads. */
  openUploads(): Promise<UploadStore>;
  /** What peers have not finished sending. */
  readonly arriving: PieceStore;
  close(): void;
}

/** Where a bundle's bytes are, as data. */
export type BundleLocation =
  | {
      readonly kind: 'file';
      /** The first that exists. */
      readonly paths: readonly string[];
    }
  | {
      readonly kind: 's3';
      readonly config: S3Config;
      readonly key: string;
    };

export interface StoredBundleFile {
  /** Of the bundle. */
  readonly id: string;
  readonly size: number;
  /** Epoch milliseconds, by the store's clock. */
  readonly modifiedAt: number;
}

/** Called with every request to a store that is not a disk: how long it took, and whether it was answered. */
export type ObserveStore = (operation: string, ms: number, ok: boolean) => void;

/** Of a `BundleMissingError`: it survives the way between threads, as the class does not. */
export const BUNDLE_MISSING = 'BUNDLE_MISSING';

/** The store has no such bundle, or no longer. */
export class BundleMissingError extends Error {
  override readonly name = 'BundleMissingError';
  readonly code = BUNDLE_MISSING;

  constructor(id: string) {
    super(`The store has no bundle ${id}.`);
  }
}

/** The store cannot be reached or refuses this server; what was asked of it can be asked again later. */
export const storeUnavailable = (cause: unknown) =>
  new UploadError(
    'unavailable',
    'The storage of bundles cannot be reached. Nothing was lost: please try again later.',
    { cause },
  );

/** Also of an error that a thread has sent, which has lost its class. */
export const isStoreUnavailable = (error: unknown): boolean =>
  error instanceof Error && 'reason' in error && error.reason === 'unavailable';

export const ORPHANED = 'orphaned';
export const OWNER = 'database-id';
export const EXTENSION = '.zip';
