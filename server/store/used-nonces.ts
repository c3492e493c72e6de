import type { Database } from './database.ts';

const SWEEP_EVERY_MS = 5_000;

/** The nonces of peers' calls that any instance of a database has accepted. */
export function tableNonces(db: Database, now: () => number, keptPerIssuer: number) {
  let sweptAt = 0;

  async function sweep(): Promise<void> {
    if (now() - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = now();
    await db.deleteFrom('used_nonces').where('expires_at', '<', now()).execute();
  }

  return {
    /** Every call that is still valid is in the table. */
    since: 0,
    async claim(issuer: string, nonce: string, untilMs: number): Promise<'new' | 'used' | 'full'> {
      await sweep();
      const { count } = await db
        .selectFrom('used_nonces')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('issuer', '=', issuer)
        .where('expires_at', '>=', now())
        .executeTakeFirstOrThrow();
      const { numInsertedOrUpdatedRows: added } = await db
        .insertInto('used_nonces')
        .values({ issuer, nonce, expires_at: untilMs })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (Number(added) === 0) return 'used';
      return Number(count) < keptPerIssuer ? 'new' : full(issuer, nonce);
    },
  };

  async function full(issuer: string, nonce: string): Promise<'full'> {
    const row = db.deleteFrom('used_nonces').where('issuer', '=', issuer);
    await row.where('nonce', '=', nonce).execute();
    return 'full';
  }
}
