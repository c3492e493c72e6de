import { hash, randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '../../../contract/account-limits.ts';
import { recordAudit } from '../../audit/rows/audit.ts';
import type { Account } from '../../base/session.ts';
import { countRows, type Database, type Tx } from '../../database/database.ts';
import { findActiveAccount } from './active-accounts.ts';

/** Crockford's base 32: no letter looks like a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 140 bits: they are stored with a plain hash, because nobody can try them all. Older ones have 24 characters, and count. */
const LENGTH = 28;
const GROUP = /.{4}(?=.)/g;

/** Replaces an account's recovery codes. @returns the new ones, which are stored nowhere */
export async function replaceRecoveryCodes(tx: Tx, accountId: string): Promise<string[]> {
  await deleteRecoveryCodes(tx, accountId);
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  );
  await tx
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ accountId, codeHash: hash('sha256', code) })))
    .execute();
  return codes.map((code) => code.replace(GROUP, '$&-'));
}

/** @param typed with any spaces, dashes and case. @returns whether it is one of them; it is not any more */
export async function consumeRecoveryCode(
  tx: Tx,
  accountId: string,
  typed: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recoveryCodes')
    .where('accountId', '=', accountId)
    .where('codeHash', '=', hash('sha256', plain(typed)))
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

export const countRecoveryCodes = (db: Database, accountId: string): Promise<number> =>
  countRows(db.selectFrom('recoveryCodes').where('accountId', '=', accountId));

/** Call it before the factor is added. @returns recovery codes if it is the account's first; undefined otherwise */
export async function firstRecoveryCodes(
  tx: Tx,
  { id, username: target }: Account,
  at: number,
): Promise<string[] | undefined> {
  if (await hasSecondFactor(tx, id)) return undefined;
  await recordAudit(tx, { action: 'recovery-codes.created', target, at });
  return replaceRecoveryCodes(tx, id);
}

/** Recovery codes stand in for a second factor: without one they open nothing. */
export async function dropLastRecoveryCodes(tx: Tx, accountId: string): Promise<void> {
  if (!(await hasSecondFactor(tx, accountId))) await deleteRecoveryCodes(tx, accountId);
}

export async function hasSecondFactor(tx: Tx, accountId: string): Promise<boolean> {
  const active = await findActiveAccount(tx, accountId);
  return active !== undefined && (active.ways.passkey || active.ways.code);
}

async function deleteRecoveryCodes(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('recoveryCodes').where('accountId', '=', accountId).execute();
}

const plain = (typed: string) =>
  typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
