import { ROLES, type Role } from '../../contract/roles.ts';
import type { Invitation } from '../../contract/shapes/people.ts';
import type { Database, Tx } from './database.ts';

/** How long used and expired ones stay in the list. */
const SHOWN_MS = 30 * 24 * 60 * 60_000;

interface NewInvitation {
  readonly id: string;
  /** SHA-256 of its secret. */
  readonly tokenHash: string;
  readonly role: Role;
  readonly note: string;
  /** Username. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export async function insertInvitation(tx: Tx, invitation: NewInvitation): Promise<void> {
  const { id, tokenHash, role, note, createdBy, createdAt, expiresAt } = invitation;
  await tx
    .insertInto('invitations')
    .values({
      ...{ id, role, note },
      token_hash: tokenHash,
      created_by: createdBy,
      created_at: createdAt,
      expires_at: expiresAt,
    })
    .execute();
}

/** @returns newest first: open ones, and those that were used or expired in the last 30 days */
export async function listInvitations(db: Database | Tx, now: number): Promise<Invitation[]> {
  const since = now - SHOWN_MS;
  const rows = await db
    .selectFrom('invitations')
    .selectAll()
    .where(({ eb, or }) => or([eb('used_at', '>', since), eb('expires_at', '>', since)]))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    role: roleOf(row.role),
    note: row.note,
    createdBy: row.created_by,
    createdAt: Number(row.created_at),
    expiresAt: Number(row.expires_at),
    usedBy: row.used_by,
    usedAt: row.used_at === null ? null : Number(row.used_at),
  }));
}

export async function countOpenInvitations(tx: Tx, now: number): Promise<number> {
  const { count } = await tx
    .selectFrom('invitations')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes those that the list shows no longer. */
export async function deleteOldInvitations(tx: Tx, now: number): Promise<void> {
  await tx
    .deleteFrom('invitations')
    .where('expires_at', '<=', now - SHOWN_MS)
    .where(({ eb, or }) => or([eb('used_at', 'is', null), eb('used_at', '<=', now - SHOWN_MS)]))
    .execute();
}

/** @returns undefined if there is none, or it was used or has expired */
export async function findOpenInvitation(
  db: Database | Tx,
  tokenHash: string,
  now: number,
): Promise<{ role: Role; expiresAt: number } | undefined> {
  const row = await db
    .selectFrom('invitations')
    .select(['role', 'expires_at'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && { role: roleOf(row.role), expiresAt: Number(row.expires_at) };
}

/** @returns its role; undefined if it cannot be used, because somebody else was first or it has expired */
export async function takeInvitation(
  tx: Tx,
  { tokenHash, username, at }: { tokenHash: string; username: string; at: number },
): Promise<Role | undefined> {
  const row = await tx
    .updateTable('invitations')
    .set({ used_by: username, used_at: at })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('role')
    .executeTakeFirst();
  return row && roleOf(row.role);
}

interface RemovedInvitation {
  readonly role: Role;
  readonly note: string;
}

/** Deletes one that was not used. @returns undefined if there is none of this id */
export async function deleteInvitation(tx: Tx, id: string): Promise<RemovedInvitation | undefined> {
  const row = await tx
    .deleteFrom('invitations')
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning(['role', 'note'])
    .executeTakeFirst();
  return row && { role: roleOf(row.role), note: row.note };
}

/** Deletes what somebody has made who may no longer invite. @returns the deleted ones */
export async function deleteInvitationsOf(
  tx: Tx,
  username: string,
  now: number,
): Promise<RemovedInvitation[]> {
  const rows = await tx
    .deleteFrom('invitations')
    .where('created_by', '=', username)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['role', 'note'])
    .execute();
  return rows.map(({ role, note }) => ({ role: roleOf(role), note }));
}

/** A role that this release does not know may do the least. */
const roleOf = (stored: string): Role => ROLES.find((role) => role === stored) ?? 'viewer';
