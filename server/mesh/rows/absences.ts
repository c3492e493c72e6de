import { sql } from 'kysely';
import type { Absence } from '../../../contract/shapes/mesh.ts';
import { AHEAD_MAX_MS } from '../../base/clock.ts';
import type { Database, Tx } from '../../database/database.ts';

export type AbsenceReason = 'off' | 'asleep' | 'standstill' | 'no-network';

/** A time in which this node measured nothing, in epoch milliseconds. */
export interface NewAbsence {
  readonly from: number;
  readonly to: number;
  readonly reason: AbsenceReason;
}

/** Stores an absence; one that follows the last one for the same reason makes that longer. */
export async function addAbsence(tx: Tx, { from, to, reason }: NewAbsence): Promise<void> {
  // Of no length, or through a clock that was set back.
  if (to <= from) return;
  const { numUpdatedRows } = await tx
    .updateTable('nodeAbsences')
    .set({ toAt: to })
    .where((eb) => eb.and({ toAt: from, reason }))
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await tx
    .insertInto('nodeAbsences')
    .values({ fromAt: from, toAt: to, reason })
    // The clock was set back to just this moment: the later one is the better known.
    .onConflict((conflict) => conflict.column('fromAt').doUpdateSet({ toAt: to, reason }))
    .execute();
}

/** More than anybody reads; a network that comes and goes all day makes as many. */
const LISTED_MAX = 500;

/** @returns the absences that reach into the period, oldest first; if there are many, the longest ones */
export async function listAbsences(
  db: Database,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Absence[]> {
  const rows = await db
    .selectFrom('nodeAbsences')
    .select(['fromAt as from', 'toAt as to', 'reason'])
    .where('toAt', '>', from)
    .where('fromAt', '<', to)
    .orderBy(sql`to_at - from_at`, 'desc')
    .limit(LISTED_MAX)
    .execute();
  return rows.sort((a, b) => a.from - b.from);
}

/** This node measures at a moment: an absence over it is of a clock that was ahead, and ends there. */
export async function endAbsencesAt(tx: Tx, at: number): Promise<void> {
  await tx
    .updateTable('nodeAbsences')
    .set({ toAt: at })
    .where('fromAt', '<', at)
    .where('toAt', '>', at + AHEAD_MAX_MS)
    .execute();
}

/** @returns the end of the last absence, without those of a clock that was ahead */
export async function lastAbsenceEnd(db: Database, now: number): Promise<number | undefined> {
  const { to } = await db
    .selectFrom('nodeAbsences')
    .select(({ fn }) => fn.max<number | null>('toAt').as('to'))
    .where('toAt', '<=', now + AHEAD_MAX_MS)
    .executeTakeFirstOrThrow();
  return to ?? undefined;
}

export async function dropAbsences(tx: Tx, before: number): Promise<void> {
  await tx.deleteFrom('nodeAbsences').where('toAt', '<', before).execute();
}
