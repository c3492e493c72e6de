import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { IANAZone } from 'luxon';
import { MINUTE_MS } from '../../contract/limits.ts';
import type { Sessions } from '../accounts/sessions/sessions.ts';
import { httpError } from '../base/http-error.ts';
import { COOKIE_MAX_MS, createCookie, writeSessionCookie } from '../http/cookies.ts';
import { handle } from '../http/handle.ts';
import { addressKey } from '../limits/address-key.ts';
import type { Limits } from '../limits/limits.ts';
import type { DisplayReports } from './display-reports.ts';
import type { Displays } from './displays.ts';
import { CODE_MS, type PairingState, type Pairings } from './pairings.ts';

interface DisplayCallsDeps {
  readonly displays: Displays;
  readonly reports: DisplayReports;
  readonly pairings: Pairings;
  readonly sessions: Sessions;
  readonly limits: Limits;
}

/** Limits guessing the codes of screens, and leaves room for typing errors. */
const GUESSES_PER_ACCOUNT = { max: 10, windowMs: 5 * MINUTE_MS, keysMax: 10_000 };
const GUESSES_PER_ADDRESS = { max: 30, windowMs: 5 * MINUTE_MS, keysMax: 10_000 };
/** A hall full of screens behind one address may be switched on at the same time. */
const CODES_PER_ADDRESS = { max: 60, windowMs: 10 * MINUTE_MS, keysMax: 10_000 };

/** One a minute is usual, and one more when its page stops and goes on. */
const REPORTS_PER_DISPLAY = { max: 20, windowMs: 5 * MINUTE_MS, keysMax: 1_000 };

const secretCookie = createCookie('meridian-pairing');

/** Pairs screens, and lists, orders and revokes those that are paired. */
export function displayCalls(app: FastifyInstance, deps: DisplayCallsDeps): void {
  pair(app, deps);
  approve(app, deps);
  const { displays, reports } = deps;
  handle(app, 'displays', () => displays.list());
  handle(app, 'orderDisplay', async ({ params, payload }) => {
    await displays.order(params.id, payload.order);
    return { message: 'The order was sent to the display.' };
  });
  handle(app, 'watchDisplay', async ({ params, payload }) => {
    const { hours } = payload;
    if (hours !== null && !IANAZone.isValidZone(hours.timeZone))
      throw httpError(400, 'timeZone must be a name such as Europe/Berlin.');
    return { message: `${await reports.watch(params.id, payload)} was changed.` };
  });
  report(app, deps);
  handle(app, 'revokeDisplay', async ({ params, account, request }) => {
    const name = await displays.revoke(params.id, account.username);
    request.log.info({ account: account.id, display: params.id }, 'display revoked');
    return { message: `${name} was revoked.` };
  });
}

function report(app: FastifyInstance, { reports, limits }: DisplayCallsDeps): void {
  const byDisplay = limits.attempts('reports of a display', REPORTS_PER_DISPLAY);
  handle(app, 'reportDisplay', async ({ payload, request }) => {
    const display = request.signedIn?.display ?? null;
    if (display === null) throw httpError(403, 'Only a display says how it is.');
    await byDisplay.count(display);
    await reports.report(display, payload);
    return {};
  });
}

/** A waiting screen calls this every few seconds; only a new code counts against its address. */
function pair(app: FastifyInstance, deps: DisplayCallsDeps): void {
  const byAddress = deps.limits.attempts('display code by address', CODES_PER_ADDRESS);
  handle(app, 'pair', async ({ payload, request, reply }) => {
    const { signedIn } = request;
    if (signedIn?.display) {
      await deps.displays.setBuild(signedIn.display, payload.build);
      return { state: 'display', name: signedIn.account.username };
    }
    if (signedIn) return { state: 'account' };
    const known = await deps.pairings.find(secretCookie.read(request));
    if (known === undefined) await byAddress.count(addressKey(request.ip));
    return answerPairing(known ?? (await deps.pairings.begin()), reply, (id) =>
      deps.displays.setBuild(id, payload.build),
    );
  });
}

async function answerPairing(
  pairing: PairingState | undefined,
  reply: FastifyReply,
  setBuild: (id: string) => Promise<void>,
) {
  if (pairing === undefined)
    throw httpError(503, 'Too many screens are waiting for approval.', {
      headers: { 'retry-after': '60' },
    });
  if (pairing.state === 'waiting') {
    secretCookie.write(reply, pairing.secret, CODE_MS);
    const { state, code, expiresAt } = pairing;
    return { state, code, expiresAt };
  }
  writeSessionCookie(reply, pairing.token, COOKIE_MAX_MS);
  await setBuild(pairing.display.id);
  return { state: pairing.state, name: pairing.display.name };
}

function approve(app: FastifyInstance, { displays, limits }: DisplayCallsDeps): void {
  const byAccount = limits.attempts('display approved by account', GUESSES_PER_ACCOUNT);
  const byAddress = limits.attempts('display approved by address', GUESSES_PER_ADDRESS);
  handle(app, 'approveDisplay', async ({ payload, account, request }) => {
    await byAddress.count(addressKey(request.ip));
    await byAccount.count(account.id);
    const approval = await displays.approve({ ...payload, by: account.username });
    if (approval === 'unknown') throw unknownCode(request);
    await byAddress.refund(addressKey(request.ip));
    await byAccount.refund(account.id);
    if (approval === 'full') throw httpError(409, 'There are too many displays: revoke one first.');
    request.log.info({ account: account.id }, 'display approved');
    return { message: `${payload.name} is approved.` };
  });
}

function unknownCode(request: FastifyRequest): Error {
  const account = request.signedIn?.account.id;
  request.log.warn({ address: request.ip, account }, 'display code refused');
  return httpError(404, 'No screen shows that code. It may have expired: check the screen again.');
}
