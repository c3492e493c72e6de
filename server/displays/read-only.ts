import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallName } from '../../contract/paths.ts';
import { readSessionCookie, writeSessionCookie } from '../http/cookie.ts';
import { refuse } from '../http/refuse.ts';

/**
 * What a paired display may do: read. Everything that is not a GET is refused, whatever route it goes to,
 * but for the few calls named here; a call that is added is refused until it is named.
 */
const MAY_CALL: ReadonlySet<string> = new Set<CallName>(['pair', 'login', 'logout']);
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

const DAY_MS = 24 * 60 * 60 * 1000;
/** The longest that browsers keep a cookie. */
export const DISPLAY_COOKIE_MS = 400 * DAY_MS;
const RENEWALS_KEPT = 1000;

export function keepDisplaysReading(app: FastifyInstance, now: () => number): void {
  const renewedAt = new Map<string, number>();

  /** Its session has no end, but every cookie has one. */
  function renewCookie(display: string, request: FastifyRequest, reply: FastifyReply): void {
    const token = readSessionCookie(request);
    if (token === undefined || now() - (renewedAt.get(display) ?? 0) < DAY_MS) return;
    if (renewedAt.size >= RENEWALS_KEPT) renewedAt.clear();
    renewedAt.set(display, now());
    writeSessionCookie(reply, token, DISPLAY_COOKIE_MS);
  }

  app.addHook('onRequest', (request, reply, done) => {
    const display = request.signedIn?.display ?? null;
    if (display === null) return done();
    const { call = '' } = request.routeOptions.config ?? {};
    if (!SAFE_METHODS.has(request.method))
      return done(MAY_CALL.has(call) ? undefined : refuse(403, 'A display may only read.'));
    renewCookie(display, request, reply);
    done();
  });
}
