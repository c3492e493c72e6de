import { keyOf } from '../../contract/paths.ts';
import type { Role } from '../../contract/roles.ts';
import { ChangeError } from '../change-error.ts';
import { recordAudit } from '../store/audit.ts';
import type { Tx } from '../store/database.ts';
import type { Emit } from '../store/journal.ts';
import {
  eraseAccount,
  eraseSecondFactors,
  findPerson,
  isLastAdmin,
  listPeople,
  type StoredPerson,
  setDisabled,
  setRole,
} from '../store/people.ts';
import { revokeInvitationsOf } from './invitations.ts';

/**
 * Changes of other people's accounts. Everything here belongs to the transaction of its caller, who ends or refreshes the
 * sessions after the commit. What would leave the node without an admin is refused within the transaction, so that two
 * admins cannot demote each other at the same moment.
 */

/** Sends the list of people to the admins. */
export async function emitPeople(tx: Tx, emit: Emit, at: number): Promise<void> {
  emit(keyOf('people'), 'replace', await listPeople(tx, at));
}

/** @throws ChangeError if there is nobody of this id */
export async function requirePerson(tx: Tx, id: string): Promise<StoredPerson> {
  const person = await findPerson(tx, id);
  if (person === undefined) throw new ChangeError(404, 'There is no such person.');
  return person;
}

/** @throws ChangeError if nobody else could administer the node */
export async function requireOtherAdmin(
  tx: Tx,
  { id, username }: Pick<StoredPerson, 'id' | 'username'>,
): Promise<void> {
  if (await isLastAdmin(tx, id))
    throw new ChangeError(409, `${username} is the last admin. Make somebody else an admin first.`);
}

export async function changeRole(
  tx: Tx,
  emit: Emit,
  { person, role, at }: { person: StoredPerson; role: Role; at: number },
): Promise<void> {
  const { id, username } = person;
  if (role === person.role) return;
  if (role !== 'admin') await requireOtherAdmin(tx, person);
  await setRole(tx, id, role);
  const detail = `${person.role} to ${role}`;
  await recordAudit(tx, { action: 'role.changed', target: username, detail, at });
  if (person.role === 'admin') await revokeInvitationsOf(tx, emit, { username, at });
}

export async function changeDisabled(
  tx: Tx,
  emit: Emit,
  { person, disabled, at }: { person: StoredPerson; disabled: boolean; at: number },
): Promise<void> {
  const { id, username } = person;
  if (disabled === person.disabled) return;
  if (disabled) await requireOtherAdmin(tx, person);
  await setDisabled(tx, id, disabled ? at : null);
  const action = disabled ? 'account.disabled' : 'account.enabled';
  await recordAudit(tx, { action, target: username, at });
  if (disabled) await revokeInvitationsOf(tx, emit, { username, at });
}

/** Deletes an account, its owner's or somebody else's. @throws ChangeError for the last admin */
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

/** Helps somebody who lost their device. @throws ChangeError if there is nothing to remove */
export async function resetSecondFactor(
  tx: Tx,
  emit: Emit,
  { person: { id, username }, at }: { person: StoredPerson; at: number },
): Promise<void> {
  if (!(await eraseSecondFactors(tx, id)))
    throw new ChangeError(409, `${username} has no second factor.`);
  const detail = 'passkeys, one-time codes and recovery codes';
  await recordAudit(tx, { action: 'second-factor.removed', target: username, detail, at });
  await emitPeople(tx, emit, at);
}
