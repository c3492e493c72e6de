import type { FastifyInstance } from 'fastify';
import { keyOf } from '../../../contract/paths.ts';
import { ROLES } from '../../../contract/roles.ts';
import type { AccessSettings } from '../../../contract/shapes/people.ts';
import { recordAudit } from '../../audit/rows/audit.ts';
import { httpError } from '../../base/http-error.ts';
import type { Database, Tx } from '../../database/database.ts';
import { type Emit, withoutCommitCheck } from '../../database/journal.ts';
import { handle } from '../../http/handle.ts';
import { addressKey } from '../../limits/address-key.ts';
import { isOpenToAll } from '../exposure.ts';
import {
  createInvitation,
  invalidInvitation,
  invitationHash,
  revokeInvitation,
} from '../invitations.ts';
import {
  changeDisabled,
  changeRole,
  deletePerson,
  emitPeople,
  requirePerson,
  resetSecondFactor,
} from '../people.ts';
import { readAccessSettings, saveAccessSettings } from '../rows/access-settings.ts';
import { findOpenInvitation, listInvitations } from '../rows/invitations.ts';
import { listOperators, listPeople, type StoredPerson } from '../rows/people.ts';
import type { AccountsNode } from '../sign-in.ts';

const CHANGES_PER_ACCOUNT = { max: 120, windowMs: 60 * 60_000, keysMax: 10_000 };

/** Everybody with an account, and what admins do about them. */
export function peopleCalls(app: FastifyInstance, node: AccountsNode): void {
  const { db, journal, now, sessions, limits } = node;
  const changes = limits.attempts('people changed by account', CHANGES_PER_ACCOUNT);

  /** Runs a change of one person in a transaction. */
  async function change(
    { id, by }: { readonly id: string; readonly by: string },
    work: (tx: Tx, emit: Emit, person: StoredPerson, at: number) => Promise<void>,
  ): Promise<StoredPerson> {
    await changes.count(by);
    return journal.commit(async (tx, emit) => {
      const person = await requirePerson(tx, id);
      await work(tx, emit, person, now());
      return person;
    });
  }

  async function endSessions(id: string): Promise<void> {
    // Who disabled themselves may not change anything any more.
    await withoutCommitCheck(() =>
      sessions.endAllOf(id, undefined, (tx, emit) => emitPeople(tx, emit, now())),
    );
    sessions.refresh(id);
  }

  handle(app, 'people', () => listPeople(db, now()));
  handle(app, 'operators', () => listOperators(db));
  handle(app, 'changePerson', async ({ params: { id }, payload, account }) => {
    const { role, disabled } = payload;
    if (role === undefined && disabled === undefined)
      throw httpError(400, 'Say which role, or whether the account is disabled.');
    const { username } = await change({ id, by: account.id }, async (tx, emit, person, at) => {
      if (role !== undefined) await changeRole(tx, emit, { person, role, at });
      if (disabled !== undefined) {
        const now = await requirePerson(tx, id);
        await changeDisabled(tx, emit, { person: now, by: disabled ? 'admin' : null, at });
      }
    });
    if (disabled) await endSessions(id);
    else sessions.refresh(id);
    return { message: changeMessage(username, payload) };
  });
  handle(app, 'removePerson', async ({ params: { id }, account }) => {
    if (id === account.id)
      throw httpError(409, 'Your own account is deleted on your account page.');
    const { username } = await change({ id, by: account.id }, (tx, emit, person, at) =>
      deletePerson(tx, emit, { person, at }),
    );
    await endSessions(id);
    return { message: `The account of ${username} is deleted. Bundles and activity stay.` };
  });
  handle(app, 'endPersonSessions', async ({ params: { id }, account }) => {
    const { username } = await change({ id, by: account.id }, (tx, _emit, person, at) =>
      recordAudit(tx, { action: 'session.ended', target: person.username, detail: 'all', at }),
    );
    await endSessions(id);
    return { message: `${username} is signed out everywhere.` };
  });
  handle(app, 'removeSecondFactor', async ({ params: { id }, account }) => {
    const { username } = await change({ id, by: account.id }, (tx, emit, person, at) =>
      resetSecondFactor(tx, emit, { person, at }),
    );
    await endSessions(id);
    return { message: `The second factor of ${username} is removed. They have to sign in again.` };
  });
}

function changeMessage(
  username: string,
  { role, disabled }: { role?: string | undefined; disabled?: boolean | undefined },
): string {
  const changed = [
    ...(role === undefined ? [] : [`has the role ${role}`]),
    ...(disabled === undefined ? [] : [disabled ? 'is disabled' : 'is enabled']),
  ];
  return `${username} ${changed.join(' and ')}.`;
}

/** Who may come in: what the configuration says, and what admins decide. */
export function accessSettingsCalls(app: FastifyInstance, node: AccountsNode): void {
  const { config, db, journal, now, sessions } = node;
  const { registration, signUpRole } = config;
  // The client's secret stays in the configuration.
  const oidc = config.oidc && { name: config.oidc.name, issuer: config.oidc.issuer };
  /** What nobody can change in the console. */
  const configured = { registration, signUpRole, exposed: isOpenToAll(config), oidc };
  const read = async (from: Database): Promise<AccessSettings> => ({
    ...configured,
    ...(await readAccessSettings(from)),
  });

  handle(app, 'accessSettings', () => read(db));
  handle(app, 'changeAccessSettings', async ({ payload: { secondFactorFor, auditDays } }) => {
    const roles = ROLES.filter((role) => secondFactorFor.includes(role));
    await journal.commit(async (tx, emit) => {
      await saveAccessSettings(tx, { secondFactorFor: roles, auditDays });
      const detail = `second factor for: ${roles.join(', ') || 'nobody'}; audit log: ${auditDays} days`;
      await recordAudit(tx, { action: 'settings.changed', target: 'access', detail, at: now() });
      emit(keyOf('accessSettings'), 'replace', await read(tx));
    });
    // Some accounts may now have to set up a second factor before anything else.
    sessions.refresh();
    return { message: 'The settings are stored.' };
  });
}

/** A secret of 256 bits is not guessed; this only keeps the load down. */
const CHECKS_PER_ADDRESS = { max: 100, windowMs: 10 * 60_000, keysMax: 50_000 };
const INVITATIONS_PER_ACCOUNT = { max: 60, windowMs: 60 * 60_000, keysMax: 10_000 };

/** Invite somebody, see and revoke invitations, and what an invitation is good for. */
export function invitationCalls(app: FastifyInstance, node: AccountsNode): void {
  const { config, db, journal, now, limits } = node;
  const { registration } = config;
  const checks = limits.attempts('invitation checked by address', CHECKS_PER_ADDRESS);
  const changes = limits.attempts('invitation by account', INVITATIONS_PER_ACCOUNT);

  handle(app, 'checkInvitation', async ({ payload, request }) => {
    await checks.count(addressKey(request.ip));
    const found = await findOpenInvitation(db, invitationHash(payload.invitation), now());
    if (found === undefined || registration === 'closed') throw invalidInvitation();
    return found;
  });
  handle(app, 'invitations', () => listInvitations(db, now()));
  handle(app, 'addInvitation', async ({ payload, account }) => {
    if (registration === 'closed')
      throw httpError(
        409,
        'Registration is closed: nobody can sign up, with an invitation either.',
      );
    await changes.count(account.id);
    const order = { ...payload, by: account.username, at: now() };
    const secret = await journal.commit((tx, emit) => createInvitation(tx, emit, order));
    return { message: 'The invitation is ready. Its link is shown only now.', secret };
  });
  handle(app, 'removeInvitation', async ({ params: { id } }) => {
    const at = now();
    const removed = await journal.commit((tx, emit) => revokeInvitation(tx, emit, { id, at }));
    if (!removed) throw httpError(404, 'There is no open invitation of this id.');
    return { message: 'The invitation is revoked.' };
  });
}
