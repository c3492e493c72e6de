import * as z from 'zod/mini';
import { outboxDatabase } from '../../shared/account.ts';
import type { KeyValue } from '../../shared/key-value.ts';
import type { Clock } from '../clock.ts';
import { withLimit } from '../clock.ts';
import type { OutboxRecord } from './outbox-rules.ts';

export interface Kept {
  readonly record: OutboxRecord;
  readonly file: Blob | undefined;
}

export interface OutboxDiskDeps {
  readonly openKeyValue: (name: string, storeName?: string, onGone?: () => void) => KeyValue;
  readonly clock: Clock;
}

/** A blocked database neither opens nor fails. */
const LIMIT_MS = 5000;

const FailureSchema = z.object({
  ok: z.literal(false),
  status: z.number(),
  text: z.string(),
  why: z.enum(['refused', 'unreachable', 'late', 'foreign', 'worker']),
});
const bytes = z.optional(z.number());

const RecordSchema = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  type: z.catch(z.string(), ''),
  fingerprint: z.string(),
  targetPlatforms: z.array(z.string()),
  priority: z.string(),
  addedAt: z.number(),
  since: z.optional(z.number()),
  inMemory: z.boolean(),
  started: z.boolean(),
  tries: z.number(),
  sha256: z.union([z.string(), z.undefined()]),
  uploadUrl: z.union([z.string(), z.undefined()]),
  at: z.number(),
  state: z.union([
    z.object({ state: z.literal('queued') }),
    z.object({ state: z.literal('sending'), sent: z.number(), bytesPerSec: bytes, leftSec: bytes }),
    z.object({ state: z.literal('waiting'), failure: FailureSchema, tries: z.number() }),
    z.object({ state: z.literal('done'), bundle: z.unknown() }),
    z.object({ state: z.literal('failed'), failure: FailureSchema }),
  ]),
});

const fileKey = (id: string) => `file ${id}`;
const recordKey = (id: string) => `record ${id}`;

export type OutboxDisk = ReturnType<typeof openOutboxDisk>;

/**
 * Unsent uploads on this device: a record and its file side by side. What comes back is foreign data and
 * parsed like it. Where the device fails, the outbox goes on in memory, and its items say so.
 *
 * @param onGone called when what is kept may have been deleted under an open tab
 */
export function openOutboxDisk(
  { openKeyValue, clock }: OutboxDiskDeps,
  account: string,
  onGone: () => void,
) {
  const place = openKeyValue(outboxDatabase(account), undefined, onGone);

  async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    const result = await withLimit(clock, LIMIT_MS, new AbortController().signal, work);
    return result.end === 'done' ? result.value : undefined;
  }

  return {
    /** Oldest first. Never rejects. @returns undefined when the device cannot be read */
    async load(): Promise<readonly Kept[] | undefined> {
      const found = await attempt(() => place.entries());
      if (found === undefined) return undefined;
      const entries = new Map(found);
      const kept = [...entries.values()].flatMap((value) => {
        const record = recordOf(value);
        if (record === undefined) return [];
        const file = entries.get(fileKey(record.id));
        return [{ record, file: file instanceof Blob ? file : undefined }];
      });
      return kept.sort((a, b) => a.record.addedAt - b.record.addedAt);
    },
    async save(record: OutboxRecord): Promise<void> {
      await attempt(() => place.setMany([[recordKey(record.id), record]]));
    },
    /**
     * Half a gigabyte takes its time, and a blocked database takes for ever: whoever waits sets a limit.
     *
     * @returns whether record and file are on the device
     */
    saveWithFile: (record: OutboxRecord, file: Blob): Promise<boolean> =>
      place
        .setMany([
          [recordKey(record.id), record],
          [fileKey(record.id), file],
        ])
        .then(
          () => true,
          () => false,
        ),
    /**
     * The device's own copy of a file: it can be read when the original was changed, moved or pulled out.
     *
     * @returns undefined when the device does not have it
     */
    async file(id: string): Promise<Blob | undefined> {
      const found = await attempt(() => place.get(fileKey(id)));
      return found instanceof Blob ? found : undefined;
    },
    /** @returns 'gone' when the device has none; undefined when it cannot be read */
    async record(id: string): Promise<OutboxRecord | 'gone' | undefined> {
      const found = await attempt(async () => ({
        value: await place.get(recordKey(id)),
      }));
      if (found === undefined) return undefined;
      if (found.value === undefined) return 'gone';
      return recordOf(found.value);
    },
    async forgetFile(id: string): Promise<void> {
      await attempt(() => place.remove([fileKey(id)]));
    },
    async forget(id: string): Promise<void> {
      await attempt(() => place.remove([fileKey(id), recordKey(id)]));
    },
    close: () => place.close(),
  };
}

/** Removes every upload of an account from the device. Never rejects. */
export async function eraseOutbox(
  { openKeyValue, clock }: OutboxDiskDeps,
  account: string,
): Promise<void> {
  const place = openKeyValue(outboxDatabase(account));
  await withLimit(clock, LIMIT_MS, new AbortController().signal, () => place.erase());
  place.close();
}

/** Foreign data: another version of the console may have written it. */
function recordOf(value: unknown): OutboxRecord | undefined {
  const parsed = RecordSchema.safeParse(renamed(value));
  return parsed.success ? (parsed.data as OutboxRecord) : undefined;
}

/** Version 0.1.0 named these fields otherwise; its uploads are still sent. */
function renamed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('mark' in value)) return value;
  const old = value as { mark: unknown; begun?: unknown; place?: unknown };
  return { ...old, fingerprint: old.mark, started: old.begun, uploadUrl: old.place };
}
