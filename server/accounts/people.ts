import { keyOf } from '../../contract/paths.ts';
import type { Role } from '../../contract/roles.ts';
import { recordAudit } from '../audit/rows/audit.ts';
import { httpError } from '../base/http-error.ts';
import type { Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import { revokeInvitationsOf } from './invitations.ts';
import {
  type DisabledBy,
  eraseAccount,
  eraseSecondFactors,
  findPerson,
  isLastAdmin,
  listOperators,
  listPeople,
  type StoredPerson,
  setDisabled,
  setRole,
} from './rows/people.ts';

/**
 * Changes of people's accounts, whoever makes them: an admin, the OpenID provider, or a command. Everything here belongs to
 * the transaction of its caller, who ends or refreshes the sessions after the commit. What would leave the node without an
 * admin is refused within the transaction, so that two admins cannot demote each other at the same moment.
 */

/** Sends the list of people to the admins, and to operators the names of whom they may hand something over to. */
export async function emitPeople(tx: Tx, emit: Emit, at: number): Promise<void> {
  emit(keyOf('people'), 'replace', await listPeople(tx, at));
  emit(keyOf('operators'), 'replace', await listOperators(tx));
}

/** @throws HttpError if there is nobody of this id */
export async function requirePerson(tx: Tx, id: string): Promise<StoredPerson> {
  const person = await findPerson(tx, id);
  if (person === undefined) throw httpError(404, 'There is no such person.');
  return person;
}

/** @throws HttpError if nobody else could administer the node */
async function requireOtherAdmin(
  tx: Tx,
  { id, username }: Pick<StoredPerson, 'id' | 'username'>,
): Promise<void> {
  if (await isLastAdmin(tx, id))
    throw httpError(409, `${username} is the last admin. Make somebody else an admin first.`);
}

interface Change {
  readonly person: StoredPerson;
  readonly at: number;
  /** For the audit log, if whoever acts did not ask for it. */
  readonly why?: string;
}

/** @throws HttpError for the last admin */
export async function changeRole(
  tx: Tx,
  emit: Emit,
  { person, role, at, why }: Change & { readonly role: Role },
): Promise<void> {
  const { id, username } = person;
  if (role === person.role) return;
  if (role !== 'admin') await requireOtherAdmin(tx, person);
  await setRole(tx, id, role);
  const detail = [`${person.role} to ${role}`, why].filter(Boolean).join('; ');
  await recordAudit(tx, { action: 'role.changed', target: username, detail, at });
  if (person.role === 'admin') await revokeInvitationsOf(tx, emit, { username, at });
  await emitPeople(tx, emit, at);
}

/**
 * @param by null: it is enabled. Also the last admin is disabled by the provider: who has no role there may not stay, and comes
 *   back when they have one again.
 * @throws HttpError for the last admin
 */
export async function changeDisabled(
  tx: Tx,
  emit: Emit,
  { person, by, at, why = '' }: Change & { readonly by: DisabledBy | null },
): Promise<void> {
  const { id, username } = person;
  if (by === person.disabledBy) return;
  if (by === 'admin') await requireOtherAdmin(tx, person);
  await setDisabled(tx, id, { by, at });
  const action = by === null ? 'account.enabled' : 'account.disabled';
  await recordAudit(tx, { action, target: username, detail: why, at });
  if (by !== null) await revokeInvitationsOf(tx, emit, { username, at });
  await emitPeople(tx, emit, at);
}

/** Deletes an account, its owner's or somebody else's. @throws HttpError for the last admin */
export async function deletePerson(
  tx: Tx,
  emit: Emit,
  { person, at }: { person: Pick<StoredPerson, 'id' | 'username'>; at: number },
): Promise<void> {
  const { id, username } = person;
  await requireOtherAdmin(tx, person);
  await eraseAccount(tx, id, at);
  await recordAudit(tx, { action: 'account.deleted', target: username, at });
  await revokeInvitationsOf(tx, emit, { username, at });
  await emitPeople(tx, emit, at);
}

/** Helps somebody who lost their device. @throws HttpError if there is nothing to remove */
export async function resetSecondFactor(
  tx: Tx,
  emit: Emit,
  { person: { id, username }, at }: { person: StoredPerson; at: number },
): Promise<void> {
  if (!(await eraseSecondFactors(tx, id)))
    throw httpError(409, `${username} has no second factor.`);
  const detail = 'passkeys, one-time codes and recovery codes';
  await recordAudit(tx, { action: 'second-factor.removed', target: username, detail, at });
  await emitPeople(tx, emit, at);
}
