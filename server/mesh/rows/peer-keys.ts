import type { Database, Tx } from '../../database/database.ts';

/** A platform published a key that this node did not know. */
interface KeyChange {
  readonly platform: string;
  /** Thumbprints (RFC 7638). */
  readonly from: string;
  readonly to: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Of one platform: a key that is forgotten is new again. Far more than a set may hold. */
const KEPT_MAX = 100;

/** @returns the thumbprints that are not known yet for this platform */
export async function unknownKeys(
  db: Database,
  platform: string,
  thumbprints: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('peerKeys')
    .select('thumbprint')
    .where('platform', '=', platform)
    .execute();
  const known = new Set(rows.map(({ thumbprint }) => thumbprint));
  return thumbprints.filter((thumbprint) => !known.has(thumbprint));
}

/**
 * Stores the keys that a platform publishes, newest first.
 *
 * @param isExpected nobody has to acknowledge a change
 * @returns the change; null for the first keys of a platform, or when all are known
 */
export async function recordPeerKeys(
  tx: Tx,
  platform: string,
  thumbprints: readonly string[],
  at: number,
  isExpected = false,
): Promise<KeyChange | null> {
  const added = await unknownKeys(tx, platform, thumbprints);
  const [to] = added;
  if (to === undefined) return null;
  const last = await tx
    .selectFrom('peerKeys')
    .select('thumbprint')
    .where('platform', '=', platform)
    .orderBy('seenAt', 'desc')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  const from = last?.thumbprint ?? null;
  await tx
    .insertInto('peerKeys')
    .values(
      added.map((thumbprint, position) => ({
        platform,
        thumbprint,
        seenAt: at,
        position,
        replaces: from,
        acknowledgedAt: from === null || isExpected ? at : null,
      })),
    )
    .execute();
  await tx
    .deleteFrom('peerKeys')
    .where('platform', '=', platform)
    .where('thumbprint', 'not in', (eb) =>
      eb
        .selectFrom('peerKeys')
        .select('thumbprint')
        .where('platform', '=', platform)
        .orderBy('seenAt', 'desc')
        .orderBy('position')
        .limit(KEPT_MAX),
    )
    .execute();
  return from === null ? null : { platform, from, to, at };
}

/** @returns the latest change of each platform that nobody has acknowledged */
export async function listKeyChanges(db: Database): Promise<KeyChange[]> {
  const rows = await db
    .selectFrom('peerKeys')
    .select(['platform', 'thumbprint', 'replaces', 'seenAt'])
    .where('acknowledgedAt', 'is', null)
    .orderBy('seenAt')
    .orderBy('position', 'desc')
    .execute();
  const latest = new Map<string, KeyChange>();
  for (const { platform, thumbprint: to, replaces: from, seenAt: at } of rows)
    if (from !== null) latest.set(platform, { platform, from, to, at });
  return [...latest.values()];
}

/** @returns whether there was a change to acknowledge */
export async function acknowledgeKeyChange(tx: Tx, platform: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('peerKeys')
    .set({ acknowledgedAt: at })
    .where('platform', '=', platform)
    .where('acknowledgedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns the keys that a platform has published, newest first */
export const listKeys = (
  db: Database,
  platform: string,
  limit: number,
): Promise<{ thumbprint: string; seenAt: number }[]> =>
  db
    .selectFrom('peerKeys')
    .select(['thumbprint', 'seenAt'])
    .where('platform', '=', platform)
    .orderBy('seenAt', 'desc')
    .orderBy('position')
    .limit(limit)
    .execute();
