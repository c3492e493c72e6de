import { countRows, type Database } from '../../database/database.ts';

const SWEEP_EVERY_MS = 5_000;

/** The nonces of peers' calls that any instance of a database has accepted. */
export function tableNonces(db: Database, now: () => number, keptPerIssuer: number) {
  let sweptAt = 0;

  async function sweep(): Promise<void> {
    if (now() - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = now();
    await db.deleteFrom('usedNonces').where('expiresAt', '<', now()).execute();
  }

  return {
    /** Every call that is still valid is in the table. */
    since: 0,
    async claim(issuer: string, nonce: string, untilMs: number): Promise<'new' | 'used' | 'full'> {
      await sweep();
      const count = await countRows(
        db.selectFrom('usedNonces').where('issuer', '=', issuer).where('expiresAt', '>=', now()),
      );
      const { numInsertedOrUpdatedRows: added } = await db
        .insertInto('usedNonces')
        .values({ issuer, nonce, expiresAt: untilMs })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (added === 0n) return 'used';
      return count < keptPerIssuer ? 'new' : full(issuer, nonce);
    },
  };

  async function full(issuer: string, nonce: string): Promise<'full'> {
    const row = db.deleteFrom('usedNonces').where('issuer', '=', issuer);
    await row.where('nonce', '=', nonce).execute();
    return 'full';
  }
}
