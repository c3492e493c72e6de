import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { RegistrationPayload } from '../../../contract/sent/account.ts';
import { recordActivity } from '../../activity/rows.ts';
import { recordAudit } from '../../audit/rows/audit.ts';
import { httpError } from '../../base/http-error.ts';
import type { Account } from '../../base/session.ts';
import type { Config } from '../../config/config.ts';
import { handle } from '../../http/handle.ts';
import { addressKey } from '../../limits/address-key.ts';
import { passwordProblem } from '../factors/password-rules.ts';
import { acceptInvitation, invalidInvitation, invitationHash } from '../invitations.ts';
import { emitPeople } from '../people.ts';
import { createAccount, hasAccounts, isNameTaken } from '../rows/accounts.ts';
import { findOpenInvitation } from '../rows/invitations.ts';
import { type AccountsNode, profileOf, signIn } from '../sign-in.ts';
import { usernameProblem } from '../username-rules.ts';

/** A site behind one address may register all of its people on one morning. */
const SIGN_UPS_PER_ADDRESS = { max: 300, windowMs: 60 * 60_000, keysMax: 50_000 };

/** Sign up. */
export function registerCall(app: FastifyInstance, deps: AccountsNode): void {
  const { registration, mesh } = deps.config;
  const byAddress = deps.limits.attempts('sign-up by address', SIGN_UPS_PER_ADDRESS);
  handle(app, 'register', async ({ payload, request, reply }) => {
    requireRegistration(registration, payload);
    await byAddress.count(addressKey(request.ip));
    const wrong = usernameProblem(payload.username);
    if (wrong !== undefined) throw httpError(400, `username ${wrong}`);
    const problem = passwordProblem(payload.password, { ...payload, product: mesh.product });
    if (problem !== undefined) throw httpError(400, problem);
    const account = await create(deps, payload);
    if (account === null) throw httpError(409, 'That username is taken.');
    await signIn(deps, { account, way: 'sign-up' }, request, reply);
    return { message: `Welcome, ${account.username}.`, user: profileOf(account) };
  });
}

/** @throws HttpError if nobody can sign up, or not without an invitation */
function requireRegistration(
  registration: Config['registration'],
  { invitation }: RegistrationPayload,
): void {
  if (registration === 'closed') throw httpError(403, 'Registration is closed.');
  if (registration === 'invite' && invitation === undefined)
    throw httpError(403, 'Signing up here needs an invitation. Please ask an admin for one.');
}

/** @returns null if the name is taken, even if it was free a moment ago */
async function create(
  { config, db, journal, passwords, now }: AccountsNode,
  { username, email, sovereignLevel, password, invitation: secret }: RegistrationPayload,
): Promise<Account | null> {
  if (secret !== undefined && !(await findOpenInvitation(db, invitationHash(secret), now())))
    throw invalidInvitation();
  if (await isNameTaken(db, username)) return null;
  const passwordHash = await passwords.hash(password);
  const at = now();
  return journal.commit(async (tx, emit) => {
    // The first account of a node is its admin.
    const isFirst = !(await hasAccounts(tx));
    if (await isNameTaken(tx, username)) return null;
    const invited =
      secret === undefined ? undefined : await acceptInvitation(tx, emit, { secret, username, at });
    const role = isFirst ? 'admin' : (invited ?? config.signUpRole);
    const account = { id: randomUUID(), username, email, sovereignLevel, role };
    await createAccount(tx, { ...account, passwordHash, at });
    await recordActivity(tx, emit, { message: `${username} signed up`, severity: 'primary', at });
    const detail = invited === undefined ? role : `${role}, by invitation`;
    await recordAudit(tx, { action: 'account.created', target: username, detail, at });
    await emitPeople(tx, emit, at);
    return account;
  });
}
