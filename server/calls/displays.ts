import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createAttempts } from '../accounts/attempts.ts';
import { INVISIBLE } from '../accounts/names.ts';
import type { Sessions } from '../accounts/sessions.ts';
import type { Displays } from '../displays/displays.ts';
import { type Asked, CODE_MS, type Pairings } from '../displays/pairings.ts';
import { DISPLAY_COOKIE_MS } from '../displays/read-only.ts';
import { createCookie, writeSessionCookie } from '../http/cookie.ts';
import { handle } from '../http/handle.ts';
import { refuse } from '../http/refuse.ts';
import { countTry } from './count-try.ts';

export interface DisplayParts {
  readonly displays: Displays;
  readonly pairings: Pairings;
  readonly sessions: Sessions;
  readonly now: () => number;
}

const MINUTE_MS = 60_000;
/** Guessing the code that some screen shows; who types it wrongly now and then is not stopped. */
const GUESSES_PER_ACCOUNT = { max: 10, windowMs: 5 * MINUTE_MS, keysMax: 10_000 };
const GUESSES_PER_ADDRESS = { max: 30, windowMs: 5 * MINUTE_MS, keysMax: 10_000 };
/** A hall full of screens behind one address may be switched on together. */
const CODES_PER_ADDRESS = { max: 60, windowMs: 10 * MINUTE_MS, keysMax: 10_000 };

const NO_DISPLAY = 'There is no such display.';

const secretCookie = createCookie('meridian-pairing');

/** Pairing a screen, and what is done with the screens that are paired. */
export function displayCalls(app: FastifyInstance, parts: DisplayParts): void {
  pair(app, parts);
  approve(app, parts);
  const { displays } = parts;
  handle(app, 'displays', () => displays.list());
  handle(app, 'orderDisplay', async ({ params, payload }) => {
    const heard = await displays.order(params.id, payload.order);
    if (heard === undefined) throw refuse(404, NO_DISPLAY);
    if (!heard) throw refuse(409, 'That display is not connected.');
    return { message: 'The display was told.' };
  });
  handle(app, 'revokeDisplay', async ({ params, account, request }) => {
    const name = await displays.revoke(params.id, account.username);
    if (name === undefined) throw refuse(404, NO_DISPLAY);
    request.log.info({ account: account.id, display: params.id }, 'display revoked');
    return { message: `${name} was revoked.` };
  });
}

/** Asked every few seconds by a screen that waits; only a new code counts against its address. */
function pair(app: FastifyInstance, parts: DisplayParts): void {
  const byAddress = createAttempts({ ...CODES_PER_ADDRESS, now: parts.now });
  handle(app, 'pair', async ({ payload, request, reply }) => {
    const { signedIn } = request;
    if (signedIn?.display) {
      await parts.displays.runs(signedIn.display, payload.build);
      return { state: 'display', name: signedIn.account.username };
    }
    if (signedIn) return { state: 'account' };
    const asked = await parts.pairings.ask(secretCookie.read(request));
    if (asked === undefined) countTry(byAddress, request.ip);
    return answer(asked ?? (await parts.pairings.begin()), reply, (id) =>
      parts.displays.runs(id, payload.build),
    );
  });
}

async function answer(
  asked: Asked | undefined,
  reply: FastifyReply,
  runs: (id: string) => Promise<void>,
) {
  if (asked === undefined)
    throw refuse(503, 'Too many screens are waiting for approval.', { 'retry-after': '60' });
  if (asked.state === 'waiting') {
    secretCookie.write(reply, asked.secret, CODE_MS);
    const { state, code, expiresAt } = asked;
    return { state, code, expiresAt };
  }
  writeSessionCookie(reply, asked.token, DISPLAY_COOKIE_MS);
  await runs(asked.display.id);
  return { state: asked.state, name: asked.display.name };
}

function approve(app: FastifyInstance, { displays, now }: DisplayParts): void {
  const byAccount = createAttempts({ ...GUESSES_PER_ACCOUNT, now });
  const byAddress = createAttempts({ ...GUESSES_PER_ADDRESS, now });
  handle(app, 'approveDisplay', async ({ payload, account, request }) => {
    if (INVISIBLE.test(payload.name)) throw refuse(400, 'name has characters that cannot be seen.');
    countTry(byAddress, request.ip);
    countTry(byAccount, account.id);
    const approval = await displays.approve({ ...payload, by: account.username });
    if (approval === 'unknown') throw refusedCode(request);
    byAddress.giveBack(request.ip);
    byAccount.giveBack(account.id);
    if (approval === 'full') throw refuse(409, 'There are too many displays: revoke one first.');
    request.log.info({ account: account.id }, 'display approved');
    return { message: `${payload.name} is approved.` };
  });
}

function refusedCode(request: FastifyRequest): Error {
  const account = request.signedIn?.account.id;
  request.log.warn({ address: request.ip, account }, 'display code refused');
  return refuse(404, 'No screen shows that code. It may have run out: look at the screen again.');
}
