import { type Insertable, sql } from 'kysely';
import type { Change } from '../../contract/live.ts';
import type { Key } from '../../contract/paths.ts';
import type { Database, Tx } from './database.ts';
import type { Row, Tables } from './schema.ts';

/** The changes that are stored for consoles that reconnect: the newest, as far as both bounds reach. */
export const LOG_MAX = { rows: 2000, bytes: 4 * 1024 * 1024 } as const;
/** The oldest are dropped after so many. */
const PRUNE_EVERY = { rows: LOG_MAX.rows / 4, bytes: LOG_MAX.bytes / 4 } as const;

/** A change in the log. The time tells it from another that was given the same number after it was lost. */
export interface Position {
  readonly seq: number;
  /** Epoch milliseconds; 0 before the first change. */
  readonly at: number;
}

export type NewLogRow = Omit<Insertable<Tables['liveLog']>, 'seq' | 'at'>;

/** A live message before it has a number. */
export interface Draft {
  readonly key: Key;
  readonly op: Change['op'];
  readonly data: unknown;
}

/** Rows in one statement, so that the number of its parameters stays bounded. */
const APPEND_MAX = 500;

export async function insertRows(
  tx: Tx,
  rows: readonly NewLogRow[],
  { first, at }: { first: number; at: number },
): Promise<void> {
  for (let from = 0; from < rows.length; from += APPEND_MAX) {
    const some = rows.slice(from, from + APPEND_MAX);
    await tx
      .insertInto('liveLog')
      .values(some.map((row, i) => ({ ...row, seq: first + from + i, at })))
      .execute();
  }
}

export const rowOf = ({ key, op, data }: Draft): NewLogRow => ({
  keyJson: JSON.stringify(key),
  op,
  dataJson: JSON.stringify(data),
});

/** @returns what is published of rows with these numbers */
export const numbered = (
  drafts: readonly Draft[],
  { first, at }: { first: number; at: number },
): Change[] => drafts.map((draft, i) => ({ ...draft, key: [...draft.key], seq: first + i, at }));

export function changeOf(row: Row<'liveLog'>): Change {
  const [key, data] = [JSON.parse(row.keyJson), JSON.parse(row.dataJson)];
  return { key, op: row.op as Change['op'], data, seq: row.seq, at: row.at };
}

export const rowsFrom = (db: Database, seq: number) =>
  db
    .selectFrom('liveLog')
    .selectAll()
    .where('seq', '>=', seq)
    .orderBy('seq')
    .limit(LOG_MAX.rows)
    .execute();

export const isSame = (one: Position, other: Position) =>
  one.seq === other.seq && one.at === other.at;

export async function lastPosition(db: Database): Promise<Position> {
  const row = await db
    .selectFrom('liveLog')
    .select(['seq', 'at'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? { seq: 0, at: 0 };
}

/** Consoles that were away for longer read such lists again. */
const ROWS_KEPT_MS = 60_000;
const changesRows = ({ op, dataJson }: NewLogRow) => op === 'patch' && dataJson.startsWith('[');

/**
 * Of messages that change several rows of a list, as each round of probes does, only the newest are stored whole: nobody needs what later
 * ones have overtaken, and the older ones only say that the list has changed.
 */
export async function shrinkOvertaken(tx: Tx, rows: readonly NewLogRow[], at: number) {
  if (!rows.some(changesRows)) return;
  // SQLite joins pages that become empty, not those that become emptier by an update.
  const overtaken = await tx
    .deleteFrom('liveLog')
    .where('op', '=', 'patch')
    .where('at', '<', at - ROWS_KEPT_MS)
    .where('dataJson', 'like', '[%')
    .returningAll()
    .execute();
  const shrunk = overtaken.map((row) => ({ ...row, dataJson: 'null' }));
  if (shrunk.length > 0) await tx.insertInto('liveLog').values(shrunk).execute();
}

/** @returns drops what is beyond the bounds: at first, as runs before may have been short, and when enough was added since it last did */
export function createPruning() {
  const added: { rows: number; bytes: number } = { ...PRUNE_EVERY };
  return async (tx: Tx, rows: readonly NewLogRow[]): Promise<void> => {
    added.rows += rows.length;
    for (const { dataJson } of rows) added.bytes += Buffer.byteLength(dataJson);
    if (added.rows < PRUNE_EVERY.rows && added.bytes < PRUNE_EVERY.bytes) return;
    Object.assign(added, { rows: 0, bytes: 0 });
    await sql`
      delete from live_log where seq < (
        select min(seq) from (
          select seq, row_number() over newest as place,
            sum(octet_length(data_json)) over newest as bytes
          from live_log window newest as (order by seq desc)
        ) as sums where place = 1 or (place <= ${LOG_MAX.rows} and bytes <= ${LOG_MAX.bytes})
      )
    `.execute(tx);
  };
}
