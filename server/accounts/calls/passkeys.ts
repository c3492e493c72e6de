import type { FastifyInstance } from 'fastify';
import { recordAudit } from '../../audit/rows/audit.ts';
import { httpError } from '../../base/http-error.ts';
import { createCookie } from '../../http/cookies.ts';
import { handle } from '../../http/handle.ts';
import { creationOptions, verifyNewPasskey } from '../factors/passkeys.ts';
import {
  AUTH_CHALLENGE_MS,
  consumeAuthChallenge,
  createAuthChallenge,
} from '../rows/auth-challenges.ts';
import { countPasskeys, deletePasskey, insertPasskey, listPasskeys } from '../rows/passkeys.ts';
import { dropLastRecoveryCodes, firstRecoveryCodes } from '../rows/recovery-codes.ts';
import { endUnprovenSessions } from '../sessions/unproven-sessions.ts';
import type { AccountsNode } from '../sign-in.ts';

const PASSKEYS_MAX = 20;
const enrolCookie = createCookie('meridian-enrol');

/** Adds and removes passkeys of the account that asks. */
export function passkeyCalls(app: FastifyInstance, deps: AccountsNode): void {
  setUp(app, deps);
  add(app, deps);
  remove(app, deps);
}

function setUp(app: FastifyInstance, deps: AccountsNode): void {
  const { config, db, journal, now, relyingParties } = deps;
  const { product } = config.mesh;
  handle(app, 'passkeySetUp', async ({ account, request, reply }) => {
    const party = relyingParties.of(request);
    const existing = await listPasskeys(db, account.id, party.id);
    const options = await creationOptions(party, product, account, existing);
    const data = { challenge: options.challenge };
    const waiting = { kind: 'passkey-set-up', accountId: account.id, data } as const;
    const secret = await journal.commit((tx) => createAuthChallenge(tx, { ...waiting, at: now() }));
    enrolCookie.write(reply, secret, AUTH_CHALLENGE_MS);
    return { ...options };
  });
}

function add(app: FastifyInstance, deps: AccountsNode): void {
  const { journal, now, sessions, relyingParties } = deps;
  handle(app, 'addPasskey', async ({ payload, account, request, reply }) => {
    const { name, credential } = payload;
    const party = relyingParties.of(request);
    const secret = enrolCookie.read(request) ?? '';
    enrolCookie.write(reply, '', 0);
    const asked = await journal.commit((tx) =>
      consumeAuthChallenge(tx, 'passkey-set-up', secret, now()),
    );
    if (asked?.accountId !== account.id)
      throw httpError(400, 'This took too long. Please add the passkey again.');
    const { challenge } = asked.data as { challenge: string };
    const made = await verifyNewPasskey({ party, challenge, credential });
    if (made === undefined) throw httpError(400, 'That passkey was not accepted.');
    const at = now();
    const recoveryCodes = await journal.commit(async (tx) => {
      if ((await countPasskeys(tx, account.id)) >= PASSKEYS_MAX)
        throw httpError(409, `An account has ${PASSKEYS_MAX} passkeys at most.`);
      const first = await firstRecoveryCodes(tx, account, at);
      if (!(await insertPasskey(tx, { ...made, accountId: account.id, name }, at)))
        throw httpError(409, 'This passkey is registered already.');
      const target = account.username;
      const detail = `passkey ${name}`;
      await recordAudit(tx, { action: 'second-factor.added', target, detail, at });
      return first;
    });
    sessions.refresh(account.id);
    const message = `Passkey ${name} added.`;
    if (recoveryCodes === undefined) return { message };
    const ended = await endUnprovenSessions(deps, account, request.signedIn?.id);
    return { message: message + ended, recoveryCodes };
  });
}

function remove(app: FastifyInstance, { journal, now, sessions }: AccountsNode): void {
  handle(app, 'removePasskey', async ({ params, account }) => {
    const at = now();
    const name = await journal.commit(async (tx) => {
      const removed = await deletePasskey(tx, account.id, params.id);
      if (removed === undefined) throw httpError(404, 'You have no such passkey.');
      await dropLastRecoveryCodes(tx, account.id);
      const target = account.username;
      const detail = `passkey ${removed}`;
      await recordAudit(tx, { action: 'second-factor.removed', target, detail, at });
      return removed;
    });
    sessions.refresh(account.id);
    return { message: `Passkey ${name} removed.` };
  });
}
