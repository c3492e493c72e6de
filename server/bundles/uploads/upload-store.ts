import type { DataStore, Upload } from '@tus/server';
import * as z from 'zod/mini';
import { PRIORITIES } from '../../../contract/limits.ts';
import { Sha256Schema, UploadKeySchema } from '../../../contract/sent/bundle.ts';

/** Unfinished tus uploads: bytes and metadata. They survive a restart and expire a day after they were started. */
export interface UploadStore {
  /** For the tus server. */
  readonly dataStore: DataStore;
  /**
   * Bytes go on to another server. A connection of the sender that breaks takes the last of them with it, unless the body
   * ends as if it were complete.
   */
  readonly isRemote: boolean;
  /** @returns the bytes of a complete upload */
  createReadStream(id: string): Promise<AsyncIterable<Buffer>>;
  /** @returns undefined for an unknown id */
  find(id: string): Promise<PendingUpload | undefined>;
  all(): Promise<StartedUpload[]>;
  /** The number of unfinished uploads and the bytes received so far; of a storage, as they were counted last. */
  count(): Promise<{ readonly uploads: number; readonly bytes: number }>;
  remove(id: string): Promise<void>;
  /** Removes expired uploads, and bytes or metadata that lost their counterpart. @returns how many */
  removeExpired(now: number): Promise<number>;
}

/** Stored beside the bytes; tus metadata values are strings. */
const MetadataSchema = z.object({
  accountId: z.string(),
  username: z.string(),
  /** As the sender calls the file. */
  name: z.string(),
  /** Platform ids, separated by spaces. */
  targets: z.string(),
  priority: z.enum(PRIORITIES),
  key: UploadKeySchema,
  sha256: Sha256Schema,
});
export type UploadMetadata = z.infer<typeof MetadataSchema>;

export interface StartedUpload {
  readonly id: string;
  readonly metadata: UploadMetadata;
  /** Bytes of the complete file. */
  readonly size: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

export interface PendingUpload extends StartedUpload {
  /** Bytes received so far. */
  readonly offset: number;
}

export const UPLOAD_EXPIRES_MS = 24 * 60 * 60 * 1000;

/** @returns undefined for what is no upload of this server */
export function startedUploadOf(id: string, file: Upload | undefined): StartedUpload | undefined {
  const metadata = MetadataSchema.safeParse(file?.metadata);
  if (file?.size === undefined || !metadata.success) return undefined;
  const startedAt = Date.parse(file.creation_date ?? '');
  return { id, metadata: metadata.data, size: file.size, startedAt };
}

export const isUploadId = (id: string): boolean => /^[\da-f]{32}$/.test(id);
