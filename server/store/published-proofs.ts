import type { Database } from './database.ts';

/** Stores the signed nonce of a challenge. @returns false when too many are published */
export async function publishProof(
  db: Database,
  proof: { readonly challenge: string; readonly token: string; readonly until: number },
  { now, max }: { readonly now: number; readonly max: number },
): Promise<boolean> {
  await db.deleteFrom('published_proofs').where('expires_at', '<', now).execute();
  const { count } = await db
    .selectFrom('published_proofs')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= max) return false;
  const { challenge, token, until: expires_at } = proof;
  await db
    .insertInto('published_proofs')
    .values({ challenge, token, expires_at })
    .onConflict((conflict) => conflict.column('challenge').doUpdateSet({ token, expires_at }))
    .execute();
  return true;
}

/** @returns null when there is none */
export async function readProof(db: Database, challenge: string): Promise<string | null> {
  const row = await db
    .selectFrom('published_proofs')
    .select('token')
    .where('challenge', '=', challenge)
    .executeTakeFirst();
  return row?.token ?? null;
}
