import * as z from 'zod/mini';
import { outboxDatabase } from '../../shared/account.ts';
import type { KeyValue } from '../../shared/key-value.ts';
import type { Clock } from '../clock.ts';
import { withLimit } from '../clock.ts';
import type { OutboxRecord } from './outbox-rules.ts';

interface Kept {
  readonly record: OutboxRecord;
  readonly file: Blob | undefined;
}

export interface OutboxDiskDeps {
  readonly openKeyValue: (name: string) => KeyValue;
  readonly clock: Clock;
}

/** A file of half a gigabyte takes its time; a blocked database takes for ever. */
const LIMIT_MS = { small: 5000, file: 5 * 60_000 } as const;
const NEVER = new AbortController().signal;

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
 */
export function openOutboxDisk({ openKeyValue, clock }: OutboxDiskDeps, account: string) {
  const place = openKeyValue(outboxDatabase(account));

  async function attempt<T>(limitMs: number, work: () => Promise<T>): Promise<T | undefined> {
    const result = await withLimit(clock, limitMs, NEVER, work);
    return result.end === 'done' ? result.value : undefined;
  }

  return {
    /** Oldest first. Never rejects. */
    async load(): Promise<readonly Kept[]> {
      const entries = new Map(await attempt(LIMIT_MS.small, () => place.entries()));
      const kept = [...entries.values()].flatMap((value) => {
        const record = recordOf(value);
        if (record === undefined) return [];
        const file = entries.get(fileKey(record.id));
        return [{ record, file: file instanceof Blob ? file : undefined }];
      });
      return kept.sort((a, b) => a.record.addedAt - b.record.addedAt);
    },
    /** @returns whether the record, and the file if one is given, are on the device */
    async save(record: OutboxRecord, file?: Blob): Promise<boolean> {
      const values: [string, unknown][] = [[recordKey(record.id), record]];
      if (file !== undefined) values.push([fileKey(record.id), file]);
      const limitMs = file === undefined ? LIMIT_MS.small : LIMIT_MS.file;
      const saved = await attempt(limitMs, async () => {
        await place.setMany(values);
        return true;
      });
      return saved === true;
    },
    /**
     * The device's own copy of a file: it can be read when the original was changed, moved or pulled out.
     *
     * @returns undefined when the device does not have it
     */
    async file(id: string): Promise<Blob | undefined> {
      const found = await attempt(LIMIT_MS.small, () => place.get(fileKey(id)));
      return found instanceof Blob ? found : undefined;
    },
    /** @returns 'gone' when the device has none; undefined when it cannot be read */
    async record(id: string): Promise<OutboxRecord | 'gone' | undefined> {
      const found = await attempt(LIMIT_MS.small, async () => ({
        value: await place.get(recordKey(id)),
      }));
      if (found === undefined) return undefined;
      if (found.value === undefined) return 'gone';
      return recordOf(found.value);
    },
    async forgetFile(id: string): Promise<void> {
      await attempt(LIMIT_MS.small, () => place.remove([fileKey(id)]));
    },
    async forget(id: string): Promise<void> {
      await attempt(LIMIT_MS.small, () => place.remove([fileKey(id), recordKey(id)]));
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
  await withLimit(clock, LIMIT_MS.small, NEVER, () => place.erase());
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
