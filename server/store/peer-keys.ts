import type { Database, Tx } from './database.ts';

/** A platform published a key that this node did not know. */
interface KeyChange {
  readonly platform: string;
  /** Thumbprints (RFC 7638). */
  readonly from: string;
  readonly to: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** @returns the thumbprints that are not known yet for this platform */
export async function unknownKeys(
  db: Database | Tx,
  platform: string,
  thumbprints: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('peer_keys')
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
    .selectFrom('peer_keys')
    .select('thumbprint')
    .where('platform', '=', platform)
    .orderBy('seen_at', 'desc')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  const from = last?.thumbprint ?? null;
  await tx
    .insertInto('peer_keys')
    .values(
      added.map((thumbprint, position) => ({
        platform,
        thumbprint,
        seen_at: at,
        position,
        replaces: from,
        acknowledged_at: from === null || isExpected ? at : null,
      })),
    )
    .execute();
  return from === null ? null : { platform, from, to, at };
}

/** @returns the latest change of each platform that nobody has acknowledged */
export async function listKeyChanges(db: Database | Tx): Promise<KeyChange[]> {
  const rows = await db
    .selectFrom('peer_keys')
    .select(['platform', 'thumbprint', 'replaces', 'seen_at'])
    .where('acknowledged_at', 'is', null)
    .orderBy('seen_at')
    .orderBy('position', 'desc')
    .execute();
  const latest = new Map<string, KeyChange>();
  for (const { platform, thumbprint: to, replaces: from, seen_at: at } of rows)
    if (from !== null) latest.set(platform, { platform, from, to, at: Number(at) });
  return [...latest.values()];
}

/** @returns whether there was a change to acknowledge */
export async function acknowledgeKeyChange(tx: Tx, platform: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('peer_keys')
    .set({ acknowledged_at: at })
    .where('platform', '=', platform)
    .where('acknowledged_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns the keys that a platform has published, newest first */
export async function listKeys(
  db: Database,
  platform: string,
  limit: number,
): Promise<{ thumbprint: string; seenAt: number }[]> {
  const rows = await db
    .selectFrom('peer_keys')
    .select(['thumbprint', 'seen_at'])
    .where('platform', '=', platform)
    .orderBy('seen_at', 'desc')
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map(({ thumbprint, seen_at }) => ({ thumbprint, seenAt: Number(seen_at) }));
}
