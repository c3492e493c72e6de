import type { Database, Tx } from '../store/database.ts';
import { describeTables, type TableInfo } from '../store/table-info.ts';

/** Tables that are in no backup and are not moved, and why. Every other table is. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  attempts: 'limits begin anew',
  claims: 'what instances do at the moment',
  console_files: 'every instance stores the files of its own build when it starts',
  instances: 'they say themselves that they are there',
  leases: 'whoever starts there leads',
  used_nonces: 'peers sign for a minute only',
  published_proofs: 'a proof that is interrupted is begun again',
  secrets: 'the keys are archived apart, because each engine keeps them otherwise',
  moves: 'says where the rows of this very database come from',
};

/** @returns the tables of a node's state, each after those that it refers to */
export async function archivedTables(db: Database | Tx): Promise<TableInfo[]> {
  return (await describeTables(db)).filter(({ name }) => !(name in LEFT_OUT));
}
