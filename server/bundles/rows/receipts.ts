import type { Bundle } from '../../../contract/shapes/bundle.ts';
import type { Database, Tx } from '../../database/database.ts';
import { pruningTime } from '../../database/pruning-time.ts';

/** What uploads became, by the name that their sender gave them: asked for when an answer was lost. */
interface Receipt {
  readonly sha256: string;
  /** As it was answered; it may have been judged, deployed or removed since. */
  readonly bundle: Bundle;
}

/** Whose receipt it is. A key means something to its account alone. */
export interface ReceiptName {
  readonly accountId: string;
  readonly key: string;
}

/** Longer than any outbox keeps an upload. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

export async function findReceipt(
  db: Database,
  { accountId, key }: ReceiptName,
): Promise<Receipt | undefined> {
  const row = await db
    .selectFrom('uploadReceipts')
    .select(['sha256', 'bundleJson'])
    .where((eb) => eb.and({ accountId, key }))
    .executeTakeFirst();
  return row && { sha256: row.sha256, bundle: JSON.parse(row.bundleJson) };
}

/** Also forgets the receipts that nobody can ask for any more. */
export async function insertReceipt(
  tx: Tx,
  { accountId, key }: ReceiptName,
  { sha256, bundle }: Receipt,
  at: number,
): Promise<void> {
  const before = (await pruningTime(tx, at)) - KEPT_MS;
  await tx.deleteFrom('uploadReceipts').where('createdAt', '<', before).execute();
  const row = { accountId, key, sha256, bundleJson: JSON.stringify(bundle) };
  await tx
    .insertInto('uploadReceipts')
    .values({ ...row, createdAt: at })
    .execute();
}
