import type { Database, Tx } from '../database/database.ts';
import type { PeerCertificate } from '../outgoing/peer-certificate.ts';

/** What a platform showed last, and when. */
export interface StoredCertificate extends PeerCertificate {
  /** Id; that of this node for its own. */
  readonly platform: string;
  /** Epoch milliseconds. */
  readonly seenAt: number;
}

/** @returns whatever expires first, first */
export async function listCertificates(db: Database): Promise<StoredCertificate[]> {
  const rows = await db
    .selectFrom('certificates')
    .selectAll()
    .orderBy('notAfter')
    .orderBy('platform')
    .execute();
  return rows.map(({ namesJson, ...row }) => ({ ...row, names: JSON.parse(namesJson) }));
}

export async function saveCertificate(tx: Tx, certificate: StoredCertificate): Promise<void> {
  const { platform, names, notAfter, issuer, seenAt } = certificate;
  const columns = { notAfter, issuer, seenAt, namesJson: JSON.stringify(names) };
  await tx
    .insertInto('certificates')
    .values({ platform, ...columns })
    .onConflict((conflict) => conflict.column('platform').doUpdateSet(columns))
    .execute();
}

export async function deleteCertificate(tx: Tx, platform: string): Promise<void> {
  await tx.deleteFrom('certificates').where('platform', '=', platform).execute();
}
