import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { ProbeResult, SingleProbe } from '../../../contract/shapes/mesh.ts';
import { AHEAD_MAX_MS } from '../../base/clock.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { Tables } from '../../database/schema.ts';
import { readSetting, saveSetting } from '../../database/settings.ts';

/** One probe: when, of whom, and what was found. */
export type Probe = Readonly<Tables['probes']>;

export interface ProbeQuery {
  readonly platform?: string | undefined;
  /** Epoch milliseconds, of the first row that is wanted. */
  readonly since: number;
  readonly limit: number;
}

/** Each row has five parameters. */
const ROWS_A_STATEMENT = 2000;

export async function addProbes(tx: Tx, probes: readonly Probe[]): Promise<void> {
  for (let from = 0; from < probes.length; from += ROWS_A_STATEMENT)
    await tx
      .insertInto('probes')
      .values(probes.slice(from, from + ROWS_A_STATEMENT))
      .execute();
}

/** @returns the newest probes, oldest first */
export async function probesSince(
  db: Database,
  { platform, since, limit }: ProbeQuery,
): Promise<ProbeResult[]> {
  let query = db
    .selectFrom('probes')
    .select(['platform', 'at', 'status', 'latencyMs'])
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .orderBy('platform', 'desc')
    .limit(limit);
  if (platform !== undefined) query = query.where('platform', '=', platform);
  const rows = await query.execute();
  return rows.reverse();
}

/** @returns a platform's last probes, newest first. @param now later ones are of a clock that was ahead */
export const lastProbes = (
  db: Database,
  platform: string,
  limit: number,
  now = Number.MAX_SAFE_INTEGER,
): Promise<SingleProbe[]> =>
  db
    .selectFrom('probes')
    .select(['at', 'status', 'latencyMs', 'failure'])
    .where('platform', '=', platform)
    .where('at', '<=', now + AHEAD_MAX_MS)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();

const LAST_ROUND = 'last round';

/** Says that a round has measured the platforms: which of them were probed in it depends on their intervals. */
export const saveRoundAt = (tx: Tx, at: number): Promise<void> => saveSetting(tx, LAST_ROUND, at);

/** @returns when the platforms were last measured, epoch milliseconds */
export async function lastRoundAt(db: Database): Promise<number | undefined> {
  const stored = await readSetting(db, LAST_ROUND, z.number());
  if (stored !== undefined) return stored;
  // Of a release that did not store it.
  const { at } = await db
    .selectFrom('platforms')
    // By the index of each platform: one maximum of all would read every probe.
    .select(
      sql<number | null>`max((select max(at) from probes where probes.platform = platforms.id))`.as(
        'at',
      ),
    )
    .executeTakeFirstOrThrow();
  return at ?? undefined;
}
