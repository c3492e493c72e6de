import type { Role } from '../../../contract/roles.ts';
import type { Invitation } from '../../../contract/shapes/people.ts';
import { countRows, type Database, type Tx } from '../../database/database.ts';
import { roleOf } from './accounts.ts';

/** An `Invitation`. */
const LISTED = [
  'id',
  'role',
  'note',
  'createdBy',
  'createdAt',
  'expiresAt',
  'usedBy',
  'usedAt',
] as const;

/** How long used and expired ones stay in the list. */
const SHOWN_MS = 30 * 24 * 60 * 60_000;

interface NewInvitation
  extends Pick<Invitation, 'id' | 'role' | 'note' | 'createdBy' | 'createdAt' | 'expiresAt'> {
  /** SHA-256 of its secret. */
  readonly tokenHash: string;
}

export async function insertInvitation(tx: Tx, invitation: NewInvitation): Promise<void> {
  await tx.insertInto('invitations').values(invitation).execute();
}

/** @returns newest first: open ones, and those that were used or expired in the last 30 days */
export async function listInvitations(db: Database, now: number): Promise<Invitation[]> {
  const since = now - SHOWN_MS;
  const rows = await db
    .selectFrom('invitations')
    .select(LISTED)
    .where(({ eb, or }) => or([eb('usedAt', '>', since), eb('expiresAt', '>', since)]))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, role: roleOf(row.role) }));
}

export const countOpenInvitations = (tx: Tx, now: number): Promise<number> =>
  countRows(tx.selectFrom('invitations').where('usedAt', 'is', null).where('expiresAt', '>', now));

/** Deletes those that the list shows no longer. */
export async function deleteOldInvitations(tx: Tx, now: number): Promise<void> {
  await tx
    .deleteFrom('invitations')
    .where('expiresAt', '<=', now - SHOWN_MS)
    .where(({ eb, or }) => or([eb('usedAt', 'is', null), eb('usedAt', '<=', now - SHOWN_MS)]))
    .execute();
}

/** @returns undefined if there is none, or it was used or has expired */
export async function findOpenInvitation(
  db: Database,
  tokenHash: string,
  now: number,
): Promise<{ role: Role; expiresAt: number } | undefined> {
  const row = await db
    .selectFrom('invitations')
    .select(['role', 'expiresAt'])
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row && { ...row, role: roleOf(row.role) };
}

/** @returns its role; undefined if it cannot be used, because somebody else was first or it has expired */
export async function takeInvitation(
  tx: Tx,
  { tokenHash, username, at }: { tokenHash: string; username: string; at: number },
): Promise<Role | undefined> {
  const row = await tx
    .updateTable('invitations')
    .set({ usedBy: username, usedAt: at })
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', at)
    .returning('role')
    .executeTakeFirst();
  return row && roleOf(row.role);
}

type RemovedInvitation = Pick<Invitation, 'role' | 'note'>;

/** Deletes one that was not used. @returns undefined if there is none of this id */
export async function deleteInvitation(tx: Tx, id: string): Promise<RemovedInvitation | undefined> {
  const row = await tx
    .deleteFrom('invitations')
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .returning(['role', 'note'])
    .executeTakeFirst();
  return row && { ...row, role: roleOf(row.role) };
}

/** Deletes what somebody has made who may no longer invite. @returns the deleted ones */
export async function deleteInvitationsOf(
  tx: Tx,
  username: string,
  now: number,
): Promise<RemovedInvitation[]> {
  const rows = await tx
    .deleteFrom('invitations')
    .where('createdBy', '=', username)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(['role', 'note'])
    .execute();
  return rows.map(({ role, note }) => ({ role: roleOf(role), note }));
}
