import * as z from 'zod/mini';
import { CALLS, readOfKey } from '../../contract/calls.ts';
import { keyText } from '../../contract/paths.ts';
import { CONTRACT_VERSION } from '../../contract/version.ts';
import { lastKnownDatabase } from '../shared/account.ts';
import type { KeyValue } from '../shared/key-value.ts';
import type { Entry, StorageState } from '../shared/model.ts';
import type { Clock } from './clock.ts';
import { withLimit } from './clock.ts';
import type { ServerTime } from './server-time.ts';

export interface LastKnownDeps {
  readonly openKeyValue: (name: string) => KeyValue;
  readonly clock: Clock;
}

const RecordSchema = z.object({
  contract: z.literal(CONTRACT_VERSION),
  key: z.array(z.string()),
  data: z.unknown(),
  at: z.number(),
});
type DiskRecord = z.infer<typeof RecordSchema>;

/** Under which the clock's difference to the server is kept, milliseconds: ages are in server time. */
const SKEW_KEY = 'skew';
const SAVE_AFTER_MS = 500;
/** A blocked database neither opens nor fails: after this it counts as not working. */
const LIMIT_MS = 2000;
/** A screen waits no longer for what was last known: WebKit holds the disk for a page that was left, the server answers. */
const LOAD_MS = 500;
/** Of a long list its first rows are enough to start from. */
const ROWS_KEPT = 500;

export type LastKnown = ReturnType<typeof openLastKnown>;

/**
 * What this device remembers of one account: a dated copy, never the truth. What comes back is foreign data
 * and parsed like it. When the place fails, the account's data is kept in memory alone, and that is said.
 *
 * @param onState called when the place that is used changes
 */
export function openLastKnown(
  { openKeyValue, clock }: LastKnownDeps,
  account: string,
  serverTime: Pick<ServerTime, 'now' | 'skewMs' | 'isMeasured' | 'remember'>,
  onState: (state: StorageState) => void,
) {
  const place = openKeyValue(lastKnownDatabase(account));
  /** What is to be written, and what is to be removed. */
  const unsaved = new Map<string, DiskRecord | undefined>();
  const written = new Set<string>();
  let saving: Promise<void> | undefined;
  let wait = new AbortController();
  let state: StorageState = 'disk';
  let paused = false;
  let closed = false;

  /** @returns undefined when the place failed or took too long */
  async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    const result = await withLimit(clock, LIMIT_MS, new AbortController().signal, work);
    const next = result.end === 'done' ? 'disk' : 'memory';
    if (next !== state) onState(next);
    state = next;
    return result.end === 'done' ? result.value : undefined;
  }

  async function saveSoon(): Promise<void> {
    await clock.sleep(SAVE_AFTER_MS, wait.signal);
    saving = undefined;
    const records = [...unsaved].flatMap(([text, record]) =>
      record === undefined ? [] : [[text, record] as const],
    );
    const gone = [...unsaved].filter(([, record]) => record === undefined).map(([text]) => text);
    unsaved.clear();
    // Other tabs write here too, and each knows as much as its own connection.
    if (records.length > 0) await attempt(() => place.setNewest(records, serverTime.now()));
    if (records.length > 0 && serverTime.isMeasured())
      await attempt(() => place.setMany([[SKEW_KEY, serverTime.skewMs()]]));
    if (gone.length > 0) await attempt(() => place.remove(gone));
  }

  function write(text: string, record: DiskRecord | undefined): void {
    if (paused || closed) return;
    unsaved.set(text, record);
    saving ??= saveSoon();
    if (!written.has(text)) flush();
    written.add(text);
  }

  function flush(): void {
    wait.abort();
    wait = new AbortController();
  }

  /** Nothing more is written; what was to be is, first. */
  async function end(): Promise<void> {
    closed = true;
    flush();
    await saving;
  }

  return {
    /**
     * Oldest first. Never rejects, and takes half a second at most.
     *
     * @param late given what a slow device finds after that
     */
    async load(late?: (entries: readonly Entry[]) => void): Promise<readonly Entry[]> {
      const reading = place.entries().then((found) => {
        const skewMs = new Map(found).get(SKEW_KEY);
        if (Number.isFinite(skewMs)) serverTime.remember(skewMs as number);
        return entriesOf(found);
      });
      const judged = attempt(() => reading);
      const soon = await withLimit(clock, LOAD_MS, new AbortController().signal, () => judged);
      if (soon.end === 'done') return soon.value ?? [];
      void reading.then(late, String);
      return [];
    },
    /** At once what was not written since this was opened; else soon, joined with others. */
    save(entry: Entry): void {
      const record = recordOf(entry);
      if (record !== undefined) write(keyText(entry.key), record);
    },
    forget: (entry: Entry) => write(keyText(entry.key), undefined),
    /** Forgets what was not written yet, and writes nothing until it is called with false. */
    pause(next: boolean): void {
      paused = next;
      if (paused) unsaved.clear();
    },
    /** Writes now what was to be written soon: the page may be gone soon. */
    flush,
    async erase(): Promise<void> {
      unsaved.clear();
      await end();
      await attempt(() => place.erase());
      place.close();
    },
    async close(): Promise<void> {
      await end();
      place.close();
    },
  };
}

function recordOf({ key, data, at, from }: Entry): DiskRecord | undefined {
  // Orders and the outbox have keys of their own and are no reads.
  if (data === undefined || at === undefined || from === 'disk') return undefined;
  if (readOfKey(key) === undefined) return undefined;
  const kept = Array.isArray(data) ? data.slice(0, ROWS_KEPT) : data;
  return { contract: CONTRACT_VERSION, key: [...key], data: kept, at };
}

function entriesOf(found: readonly (readonly [string, unknown])[]): Entry[] {
  const entries = found.flatMap(([, value]) => entryOf(value));
  return entries.sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
}

/** @returns no entry for a record of another version, of no read, or of another shape */
function entryOf(value: unknown): Entry[] {
  const record = RecordSchema.safeParse(value);
  const name = record.success ? readOfKey(record.data.key) : undefined;
  if (!record.success || name === undefined) return [];
  const data = CALLS[name].answer.safeParse(record.data.data);
  if (!data.success) return [];
  const { key, at } = record.data;
  const everyMs = CALLS[name].pollMs;
  const rest = { failure: undefined, everyMs, isStreamed: false } as const;
  // No live message goes on from here, so its number is not kept.
  return [{ key, data: data.data, at, seq: 0, from: 'disk', ...rest }];
}
