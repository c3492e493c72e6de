import type { FastifyInstance } from 'fastify';
import { httpError } from '../../base/http-error.ts';
import { handle } from '../../http/handle.ts';
import { addressKey } from '../../limits/address-key.ts';
import {
  createInvitation,
  invalidInvitation,
  invitationHash,
  revokeInvitation,
} from '../invitations.ts';
import { findOpenInvitation, listInvitations } from '../rows/invitations.ts';
import type { AccountsNode } from '../sign-in.ts';

/** A secret of 256 bits is not guessed; this only keeps the load down. */
const CHECKS_PER_ADDRESS = { max: 100, windowMs: 10 * 60_000, keysMax: 50_000 };
const CHANGES_PER_ACCOUNT = { max: 60, windowMs: 60 * 60_000, keysMax: 10_000 };

/** Invite somebody, see and revoke invitations, and what an invitation is good for. */
export function invitationCalls(app: FastifyInstance, node: AccountsNode): void {
  const { config, db, journal, now, limits } = node;
  const { registration } = config;
  const checks = limits.attempts('invitation checked by address', CHECKS_PER_ADDRESS);
  const changes = limits.attempts('invitation by account', CHANGES_PER_ACCOUNT);

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
