import { sql } from 'kysely';
import { hiddenChange } from '../../contract/live.ts';
import type { Key } from '../../contract/paths.ts';
import type { Database } from './database.ts';
import { LOG_MAX } from './live-log.ts';
import type { Row } from './schema.ts';
import { isSameHistory, type StreamNames } from './stream-names.ts';

/** The most that one answer replays. Beyond it reading every list again is cheaper, for the server too. */
export const REPLAY_MAX = { rows: LOG_MAX.rows, bytes: 1024 * 1024 } as const;

/** Of a change with another key only the number is answered. */
export type MayRead = (key: Key) => boolean;

interface ReplayOptions {
  readonly since: number;
  /** Name of the stream that `since` is a number of; undefined: the caller knows none. */
  readonly stream: string | undefined;
  /** Of the stream as it is now. */
  readonly names: StreamNames;
  /** Number of the last change that is published. */
  readonly seq: number;
  readonly mayRead: MayRead;
}

/** @returns `MissedSchema` as JSON: see `Journal.replay` */
export async function replaySince(
  db: Database,
  { since, stream, names, seq, mayRead }: ReplayOptions,
): Promise<string> {
  const isKnown = stream === undefined || isSameHistory(names, stream, since);
  const canReplay = isKnown && (await isReplayable(db, since, seq));
  const rows = canReplay ? await changesBetween(db, since, seq) : [];
  // Numbers have no gaps, so fewer rows mean that the oldest are no longer stored.
  const complete = canReplay && rows.length === seq - since;
  const changes = complete ? rows.map((row) => changeJson(row, mayRead)).join(',') : '';
  return `{"seq":${seq},"complete":${complete},"changes":[${changes}]}`;
}

/** A number above ours was given out by another database, whose changes are not known here. */
async function isReplayable(db: Database, since: number, seq: number): Promise<boolean> {
  if (since > seq || seq - since > REPLAY_MAX.rows) return false;
  const { bytes } = await db
    .selectFrom('liveLog')
    .select(sql<number | null>`sum(octet_length(data_json))`.as('bytes'))
    .where('seq', '>', since)
    .where('seq', '<=', seq)
    .executeTakeFirstOrThrow();
  return (bytes ?? 0) <= REPLAY_MAX.bytes;
}

const changesBetween = (db: Database, since: number, seq: number) =>
  db
    .selectFrom('liveLog')
    .selectAll()
    .where('seq', '>', since)
    .where('seq', '<=', seq)
    .orderBy('seq')
    .execute();

/** The stored texts are used as they are: parsing and serialising them again costs most of a replay. */
function changeJson(row: Row<'liveLog'>, mayRead: MayRead): string {
  const { keyJson, op, dataJson, seq, at } = row;
  if (!mayRead(JSON.parse(keyJson))) return JSON.stringify(hiddenChange(row));
  return `{"key":${keyJson},"op":"${op}","data":${dataJson},"seq":${seq},"at":${at}}`;
}
