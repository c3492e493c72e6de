import type { FastifyInstance } from 'fastify';
import { recordAudit } from '../../audit/rows/audit.ts';
import { httpError } from '../../base/http-error.ts';
import { handle } from '../../http/handle.ts';
import { deleteCodes } from '../rows/one-time-codes.ts';
import {
  dropLastRecoveryCodes,
  firstRecoveryCodes,
  hasSecondFactor,
  replaceRecoveryCodes,
} from '../rows/recovery-codes.ts';
import { endUnprovenSessions } from '../sessions/unproven-sessions.ts';
import type { AccountsNode } from '../sign-in.ts';
import { WRONG_CODE } from './second-factor.ts';

const PER_ACCOUNT = { max: 10, windowMs: 5 * 60_000, keysMax: 10_000 };
const DETAIL = 'one-time codes';

/** Adds and removes one-time codes of the account that asks, and makes its recovery codes. */
export function oneTimeCodeCalls(app: FastifyInstance, deps: AccountsNode): void {
  setUp(app, deps);
  add(app, deps);
  remove(app, deps);
  newRecoveryCodes(app, deps);
}

function setUp(app: FastifyInstance, { journal, codes }: AccountsNode): void {
  handle(app, 'codeSetUp', async ({ account }) => {
    const made = await journal.commit((tx) => codes.setUp(tx, account));
    if (made === undefined)
      throw httpError(409, 'One-time codes are set up already. Remove them first.');
    return made;
  });
}

function add(app: FastifyInstance, deps: AccountsNode): void {
  const { journal, now, limits, sessions, codes } = deps;
  const attempts = limits.attempts('code set up by account', PER_ACCOUNT);
  handle(app, 'addCodes', async ({ payload, account, request }) => {
    await attempts.count(account.id);
    const at = now();
    const target = account.username;
    const added = await journal.commit(async (tx) => {
      const recoveryCodes = await firstRecoveryCodes(tx, account, at);
      if (!(await codes.start(tx, account.id, payload.code, at))) throw httpError(400, WRONG_CODE);
      await recordAudit(tx, { action: 'second-factor.added', target, detail: DETAIL, at });
      return { recoveryCodes };
    });
    await attempts.reset(account.id);
    sessions.refresh(account.id);
    const { recoveryCodes } = added;
    if (recoveryCodes === undefined) return { message: 'One-time codes added.' };
    const ended = await endUnprovenSessions(deps, account, request.signedIn?.id);
    return { message: `One-time codes added.${ended}`, recoveryCodes };
  });
}

function remove(app: FastifyInstance, { journal, now, sessions }: AccountsNode): void {
  handle(app, 'removeCodes', async ({ account }) => {
    const at = now();
    const target = account.username;
    await journal.commit(async (tx) => {
      if (!(await deleteCodes(tx, account.id))) throw httpError(404, 'You have no one-time codes.');
      await dropLastRecoveryCodes(tx, account.id);
      await recordAudit(tx, { action: 'second-factor.removed', target, detail: DETAIL, at });
    });
    sessions.refresh(account.id);
    return { message: 'One-time codes removed.' };
  });
}

function newRecoveryCodes(app: FastifyInstance, { journal, now, sessions }: AccountsNode): void {
  handle(app, 'newRecoveryCodes', async ({ account }) => {
    const at = now();
    const target = account.username;
    const recoveryCodes = await journal.commit(async (tx) => {
      if (!(await hasSecondFactor(tx, account.id)))
        throw httpError(409, 'Add a passkey or one-time codes first.');
      await recordAudit(tx, { action: 'recovery-codes.created', target, at });
      return replaceRecoveryCodes(tx, account.id);
    });
    sessions.refresh(account.id);
    return { recoveryCodes };
  });
}
