import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AuditAction } from '../../contract/shapes/audit.ts';
import { currentActor } from '../audit/actor.ts';
import type { Tx } from './database.ts';
import type { AuditTable } from './people-schema.ts';

/** Hash before the first row. */
export const FIRST_HASH = '0'.repeat(64);

interface AuditEntry {
  readonly action: AuditAction;
  /** What it was done to, by name. */
  readonly target?: string;
  /** What changed, as a text; never a secret. */
  readonly detail?: string;
  readonly at: number;
}

/**
 * Adds a row to the audit log, in the transaction of what it records. It names the actor of the request that runs. Each row
 * holds the hash of the row before it, so that a row that is changed or removed later is noticed.
 */
export async function recordAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  const { action, target = '', detail = '', at } = entry;
  const { name, kind, address } = currentActor();
  const last = await tx
    .selectFrom('audit')
    .select('hash')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const row = {
    ...{ at, action, actor: name, actor_kind: kind, address, target, detail },
    previous_hash: last?.hash ?? FIRST_HASH,
  };
  await tx
    .insertInto('audit')
    .values({ ...row, hash: auditHash(row) })
    .execute();
}

/** @returns SHA-256 of a row's content and of the hash before it, hexadecimal */
export function auditHash(row: Omit<Selectable<AuditTable>, 'id' | 'hash'>): string {
  const { at, action, actor, actor_kind, address, target, detail, previous_hash } = row;
  const content = [previous_hash, Number(at), action, actor, actor_kind, address, target, detail];
  return hash('sha256', JSON.stringify(content));
}
