import { hash, randomBytes, randomUUID } from 'node:crypto';
import { HOUR_MS } from '../../contract/limits.ts';
import { keyOf } from '../../contract/paths.ts';
import type { Role } from '../../contract/roles.ts';
import type { PayloadOf } from '../../contract/sent.ts';
import { recordAudit } from '../audit/rows/audit.ts';
import { httpError } from '../base/http-error.ts';
import type { Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import { pruningTime } from '../database/pruning-time.ts';
import {
  countOpenInvitations,
  deleteInvitation,
  deleteInvitationsOf,
  deleteOldInvitations,
  insertInvitation,
  listInvitations,
  takeInvitation,
} from './rows/invitations.ts';

/**
 * Invitations: a random secret that lets one person sign up with a role that an admin chose. Only its hash is stored. Every
 * change here belongs to the transaction of its caller.
 */

const SECRET_BYTES = 32;
const OPEN_MAX = 100;

export const invitationHash = (secret: string) => hash('sha256', secret);

export const invalidInvitation = () =>
  httpError(
    410,
    'This invitation does not exist, was used, or has expired. Please ask for a new one.',
  );

interface InvitationOrder extends PayloadOf<'addInvitation'> {
  /** Username of who invites. */
  readonly by: string;
  readonly at: number;
}

/** @returns the secret, which is not stored. @throws HttpError if too many are open */
export async function createInvitation(
  tx: Tx,
  emit: Emit,
  { role, hours, note, by, at }: InvitationOrder,
): Promise<string> {
  await deleteOldInvitations(tx, await pruningTime(tx, at));
  if ((await countOpenInvitations(tx, at)) >= OPEN_MAX)
    throw httpError(409, `There are ${OPEN_MAX} open invitations. Please revoke some first.`);
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  await insertInvitation(tx, {
    id: randomUUID(),
    tokenHash: invitationHash(secret),
    role,
    note,
    createdBy: by,
    createdAt: at,
    expiresAt: at + hours * HOUR_MS,
  });
  const detail = `${role}, for ${hours} h`;
  await recordAudit(tx, { action: 'invitation.created', target: note, detail, at });
  await emitInvitations(tx, emit, at);
  return secret;
}

/** @returns false if there is no unused one of this id */
export async function revokeInvitation(
  tx: Tx,
  emit: Emit,
  { id, at }: { readonly id: string; readonly at: number },
): Promise<boolean> {
  const removed = await deleteInvitation(tx, id);
  if (removed === undefined) return false;
  const { note, role } = removed;
  await recordAudit(tx, { action: 'invitation.removed', target: note, detail: role, at });
  await emitInvitations(tx, emit, at);
  return true;
}

/** Revokes the open invitations of somebody who may no longer invite: they would be a way back in. */
export async function revokeInvitationsOf(
  tx: Tx,
  emit: Emit,
  { username, at }: { readonly username: string; readonly at: number },
): Promise<void> {
  const removed = await deleteInvitationsOf(tx, username, at);
  for (const { note, role } of removed)
    await recordAudit(tx, {
      action: 'invitation.removed',
      target: note,
      at,
      detail: `${role}; ${username} may no longer invite`,
    });
  if (removed.length > 0) await emitInvitations(tx, emit, at);
}

/** Uses an invitation up. @returns the role that it gives. @throws HttpError if somebody else was first */
export async function acceptInvitation(
  tx: Tx,
  emit: Emit,
  { secret, username, at }: { secret: string; username: string; at: number },
): Promise<Role> {
  const role = await takeInvitation(tx, { tokenHash: invitationHash(secret), username, at });
  if (role === undefined) throw invalidInvitation();
  await emitInvitations(tx, emit, at);
  return role;
}

async function emitInvitations(tx: Tx, emit: Emit, at: number): Promise<void> {
  emit(keyOf('invitations'), 'replace', await listInvitations(tx, at));
}
