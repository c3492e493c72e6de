import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isForPrograms, isHealthPath, isStatusPath } from '../../contract/pages.ts';
import { LIVE_SEQ_HEADER, LIVE_STREAM_HEADER, SERVER_TIME_HEADER } from '../../contract/paths.ts';
import { httpError } from '../base/http-error.ts';
import type { Session } from '../base/session.ts';
import type { Database } from '../database/database.ts';
import type { NodeBase } from '../feature.ts';
import { bearerToken } from '../http/bearer.ts';
import { readSessionCookie, writeSessionCookie } from '../http/cookies.ts';
import { requestPath } from '../http/routes.ts';
import { addressKey } from '../limits/address-key.ts';
import type { PeopleState } from './people-state.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session that the request's cookie or API token opens; null without one. */
    signedIn: Session | null;
  }
  interface FastifyInstance {
    /** Reads the session of a request from the database: another instance may just have changed what it may do. */
    identifyAgain: (request: FastifyRequest) => Promise<void>;
    /** Reads what a session may do now, within a transaction. @returns null if it has ended */
    readRights: (tx: Database, session: Session) => Promise<Session | null>;
    /** Called when a session or an API token has ended, or may do something else. @returns unsubscribe */
    onRightsChange: (listener: () => void) => () => void;
  }
}

/** Only wrong ones are counted: programs behind the same address with a right one are not refused. */
const WRONG_TOKENS = { max: 30, windowMs: 5 * 60_000, keysMax: 10_000 };

/**
 * Adds the clock, the number of the last live message and its stream as the request begins, and the session of its API token or its
 * cookie. Nearly every session is in memory, and then the hook does not wait.
 */
export function identifySession(
  app: FastifyInstance,
  { limits, sessions, tokens }: PeopleState,
  { config, journal, now }: Pick<NodeBase, 'config' | 'journal' | 'now'>,
): void {
  const wrongTokens = limits.attempts('wrong token by address', WRONG_TOKENS);
  app.decorateRequest('signedIn', null);
  app.decorate('identifyAgain', async (request) => {
    if (request.signedIn === null) return;
    sessions.forget(request.signedIn);
    tokens.forget(request.signedIn);
    const token = bearerToken(request);
    const cookie = readSessionCookie(request) ?? '';
    request.signedIn = await (token === undefined
      ? sessions.find(cookie, request.ip)
      : tokens.find(token));
  });
  app.decorate('readRights', (tx, session) =>
    session.token === null ? sessions.read(tx, session.id) : tokens.read(tx, session.id),
  );
  app.decorate('onRightsChange', (listener) => {
    const stops = [sessions.onEnd, tokens.onEnd, sessions.onRefresh].map((on) => on(listener));
    return () => {
      for (const stop of stops) stop();
    };
  });
  app.addHook('onRequest', (request, reply, done) => {
    const path = requestPath(request);
    if (!isForPrograms(path) || isHealthPath(path) || isStatusPath(path)) return done();
    reply.header(SERVER_TIME_HEADER, now()).header(LIVE_SEQ_HEADER, journal.seq());
    reply.header(LIVE_STREAM_HEADER, journal.streamId());
    const token = bearerToken(request);
    if (token !== undefined) return identifyToken(token, request, done);
    const cookie = readSessionCookie(request);
    if (cookie === undefined) return done();
    request.signedIn = sessions.findCached(cookie);
    if (request.signedIn !== null) return done();
    findByCookie(cookie, request, reply).then(() => done(), done);
  });

  async function findByCookie(cookie: string, request: FastifyRequest, reply: FastifyReply) {
    request.signedIn = await sessions.find(cookie, request.ip);
    if (request.signedIn?.slid) writeSessionCookie(reply, cookie, config.sessionMs);
  }

  function identifyToken(token: string, request: FastifyRequest, done: (error?: Error) => void) {
    const cached = tokens.findCached(token);
    if (cached !== null) {
      accept(request, cached);
      return done();
    }
    findToken(token, request).then(() => done(), done);
  }

  async function findToken(token: string, request: FastifyRequest) {
    const session = await tokens.find(token);
    if (session === null) throw await wrongToken(request);
    accept(request, session);
  }

  /** A public call, such as a sign-in, is made by nobody. */
  function accept(request: FastifyRequest, session: Session): void {
    if (request.routeOptions.config.guarded) request.signedIn = session;
  }

  /** @throws BusyError after too many */
  async function wrongToken({ ip, log }: FastifyRequest): Promise<Error> {
    log.warn({ address: ip }, 'API token refused');
    await wrongTokens.count(addressKey(ip));
    return httpError(401, 'This API token is wrong, expired or removed.', {
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    });
  }
}
