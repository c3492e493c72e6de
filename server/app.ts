import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import { LIVE_SEQ_HEADER, SERVER_TIME_HEADER } from '../contract/headers.ts';
import type { Session, Sessions } from './accounts/sessions.ts';
import type { Config } from './config.ts';
import { isForPrograms, pathOf } from './http/address.ts';
import { answerErrors, answerRefusal, refusalOf, wordsFor } from './http/answers.ts';
import { limitBodyTime } from './http/body-time.ts';
import { readSessionCookie, writeSessionCookie } from './http/cookie.ts';
import { guardGate } from './http/gate.ts';
import { type AnswerHeaders, TLS_HEADERS } from './http/headers.ts';
import { readJsonBodies } from './http/json-body.ts';
import { createListener } from './http/listener.ts';
import { refuse } from './http/refuse.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session that the request's cookie opens; null without one. */
    signedIn: Session | null;
  }
  interface FastifyContextConfig {
    /** Name of the row in the contract's table of calls. */
    call?: string;
    /** Answers 401 without a session. */
    guarded?: boolean;
  }
}

export interface AppParts {
  readonly config: Config;
  readonly now: () => number;
  /** Where log lines go; standard output when absent. */
  readonly logTo?: { write(line: string): void };
  readonly sessions: Sessions;
  readonly headers: AnswerHeaders;
  /** Number of the last live message that is out. */
  readonly liveSeq: () => number;
}

const BODY_MAX_BYTES = 256 * 1024;

/** Builds the server's frame: what holds for every request. Calls are added to it; it never listens. */
export function createApp(parts: AppParts): FastifyInstance {
  const { config } = parts;
  const app = fastify({
    bodyLimit: BODY_MAX_BYTES,
    // A line names its request itself: a logger for each request costs more than most answers.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    serverFactory: (answer) => createListener(config.tls, parts.headers.api, answer),
    frameworkErrors: (error, request, reply) => {
      reply.headers(parts.headers.api);
      answerRefusal(refusalOf(error) ?? refuse(400, wordsFor(400)), request, reply);
    },
    trustProxy:
      config.trustedProxies === 0 ? false : (_address, hop) => hop < config.trustedProxies,
    logger: {
      level: config.logLevel,
      base: null,
      timestamp: () => `,"time":"${new Date(parts.now()).toISOString()}"`,
      formatters: { level: (level: string) => ({ level }) },
      ...(parts.logTo && { stream: parts.logTo }),
    },
  });
  app.addHook('onRequest', (request, reply, done) => {
    const path = pathOf(request);
    reply.headers(isForPrograms(path) ? parts.headers.api : parts.headers.page(path));
    if (request.protocol === 'https') reply.headers(TLS_HEADERS);
    done();
  });
  limitBodyTime(app);
  guardGate(app, { allowedHosts: [...config.allowedHosts, config.host, config.mesh.node.domain] });
  knowWhoAsks(app, parts);
  readJsonBodies(app);
  answerErrors(app);
  return app;
}

/**
 * The clock and the live number as the request begins, and whose cookie it carries. Nearly every session
 * is in memory: then nothing is waited for.
 */
function knowWhoAsks(app: FastifyInstance, parts: AppParts): void {
  const { now, liveSeq, sessions, config } = parts;
  app.decorateRequest('signedIn', null);
  app.addHook('onRequest', (request, reply, done) => {
    if (!isForPrograms(pathOf(request))) return done();
    reply.header(SERVER_TIME_HEADER, now()).header(LIVE_SEQ_HEADER, liveSeq());
    const token = readSessionCookie(request);
    if (token === undefined) return done();
    request.signedIn = sessions.known(token);
    if (request.signedIn !== null) return done();
    find(token, request, reply).then(() => done(), done);
  });

  async function find(token: string, request: FastifyRequest, reply: FastifyReply) {
    request.signedIn = await sessions.find(token);
    if (request.signedIn?.slid) writeSessionCookie(reply, token, config.sessionMs);
  }
}
