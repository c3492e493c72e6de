import type { OutboxItem, OutboxState } from '../../shared/model.ts';
import type { Failure } from '../../shared/outcome.ts';
import type { UploadPayload } from '../api.ts';

/**
 * The rules of the outbox, and nothing else: which upload is sent next, what an end makes of it, when it is
 * tried again and when it is given up. Times are this device's clock, epoch milliseconds, unless it says otherwise.
 *
 *   queued -> sending -> done
 *                 |----> failed    the server said no; a person may retry it
 *                 '----> waiting   the connection broke; retried later and later, or when it is back
 */
export interface OutboxRecord {
  /** Also the idempotency key. */
  readonly id: string;
  readonly name: string;
  readonly size: number;
  /** The file's content type; empty when the browser does not know it. */
  readonly type: string;
  /** Identifies the file and its targets. */
  readonly fingerprint: string;
  readonly targetPlatforms: readonly string[];
  readonly priority: string;
  readonly addedAt: number;
  /** Server time from which its week counts. Undefined: the server has not said its time since it was added. */
  readonly since?: number | undefined;
  readonly inMemory: boolean;
  /** Sending has started once: the server may hold all of it. */
  readonly started: boolean;
  /** Tries since bytes last got through. */
  readonly tries: number;
  readonly sha256: string | undefined;
  /** Where the server keeps what has arrived. */
  readonly uploadUrl: string | undefined;
  readonly state: OutboxState;
  /** Of a waiting one: when it is tried again; of an ended one: when it ended. */
  readonly at: number;
}

/** How a try ended. */
export type SendEnd =
  | { readonly end: 'done'; readonly bundle: unknown }
  | { readonly end: 'refused'; readonly failure: Failure }
  | { readonly end: 'broken'; readonly failure: Failure; readonly moved: boolean }
  | { readonly end: 'stopped' };

export const RETRY = { firstMs: 1000, maxMs: 60_000 } as const;
/** An upload that could not be sent by then has been uploaded in another way. */
export const EXPIRES_MS = 7 * 24 * 60 * 60 * 1000;
/** Ended ones stay in the list for a while, as receipts. */
const ENDED_KEPT_MS = 24 * 60 * 60 * 1000;
const ENDED_MAX = 20;

export const isUnfinished = ({ state: { state } }: OutboxRecord) =>
  state === 'queued' || state === 'waiting' || state === 'sending';

/** @returns the one whose turn it is, and when; strictly in order: one that waits holds up those behind it */
export function nextOf(
  records: readonly OutboxRecord[],
): { readonly record: OutboxRecord; readonly dueAt: number } | undefined {
  const record = records.find(isUnfinished);
  if (record === undefined) return undefined;
  return { record, dueAt: record.state.state === 'waiting' ? record.at : 0 };
}

/** @param chance in [0, 1): many devices that lost the same server do not come back at once */
export function afterTry(
  record: OutboxRecord,
  ended: SendEnd,
  now: number,
  chance: number,
): OutboxRecord {
  if (ended.end === 'stopped') return { ...record, state: { state: 'queued' } };
  if (ended.end === 'done')
    return { ...record, at: now, state: { state: 'done', bundle: ended.bundle } };
  const { failure } = ended;
  if (ended.end === 'refused') return { ...record, at: now, state: { state: 'failed', failure } };
  const tries = ended.moved ? 1 : record.tries + 1;
  const waitMs = Math.min(RETRY.maxMs, RETRY.firstMs * 2 ** (tries - 1)) * (0.5 + chance / 2);
  return { ...record, tries, at: now + waitMs, state: { state: 'waiting', failure, tries } };
}

/** A person wants it sent now. */
export function queuedAgain(record: OutboxRecord): OutboxRecord {
  const { state } = record.state;
  if (state !== 'waiting' && state !== 'failed') return record;
  return { ...record, since: undefined, tries: 0, state: { state: 'queued' } };
}

/** The server may be reached again: what waits need not wait any longer. */
export function dueNow(record: OutboxRecord, now: number): OutboxRecord {
  return record.state.state === 'waiting' ? { ...record, at: now } : record;
}

/** Of a tab that ended while it sent: nobody sends it any more. */
export function recovered(record: OutboxRecord): OutboxRecord {
  if (record.state.state !== 'sending') return record;
  return { ...record, tries: Math.max(1, record.tries), state: { state: 'queued' } };
}

/** @returns what the device has, as another tab may have written it; a try that is due sooner in this tab stays so */
export function adopted(known: OutboxRecord, kept: OutboxRecord): OutboxRecord {
  const areWaiting = known.state.state === 'waiting' && kept.state.state === 'waiting';
  const isSameTry = areWaiting && known.tries === kept.tries;
  return isSameTry ? { ...kept, at: Math.min(known.at, kept.at) } : kept;
}

const EXPIRED: Failure = {
  ok: false,
  status: 0,
  text: 'It could not be sent within a week',
  why: 'late',
};

/**
 * A device's clock may jump by years when it is set: only the server's counts for what is given up.
 *
 * @param serverNow undefined: not known
 * @returns what is left of the list as time goes by: the oldest unsent fail, the oldest ended go
 */
export function withoutExpired(
  records: readonly OutboxRecord[],
  now: number,
  serverNow: number | undefined,
): readonly OutboxRecord[] {
  const expired = records.map((record): OutboxRecord => {
    const { state, since = serverNow } = record;
    if (!isUnfinished(record) || serverNow === undefined || since === undefined) return record;
    if (state.state !== 'sending' && serverNow - since > EXPIRES_MS)
      return { ...record, at: now, state: { state: 'failed', failure: EXPIRED } };
    return record.since === since ? record : { ...record, since };
  });
  const ended = expired.filter((record) => !isUnfinished(record));
  const kept = new Set(ended.filter(({ at }) => now - at <= ENDED_KEPT_MS).slice(-ENDED_MAX));
  return expired.filter(
    (record) => isUnfinished(record) || record.state.state === 'failed' || kept.has(record),
  );
}

export function itemOf({ id, name, size, addedAt, inMemory, state }: OutboxRecord): OutboxItem {
  return { id, name, size, addedAt, inMemory, state };
}

/** @returns the record of an upload that is new */
export function newRecord(
  id: string,
  { file, targetPlatforms, priority }: UploadPayload,
  now: number,
): OutboxRecord {
  const modified = 'lastModified' in file ? String(file.lastModified) : '';
  const { name, size, type } = file;
  return {
    id,
    name,
    size,
    type,
    fingerprint: JSON.stringify([name, size, modified, priority, ...targetPlatforms]),
    targetPlatforms: [...targetPlatforms],
    priority,
    addedAt: now,
    inMemory: false,
    started: false,
    tries: 0,
    sha256: undefined,
    uploadUrl: undefined,
    state: { state: 'queued' },
    at: now,
  };
}
