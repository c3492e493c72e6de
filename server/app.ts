import fastifyCompress, { type FastifyCompressOptions } from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import { isForPrograms } from '../contract/pages.ts';
import { LIVE_SEQ_HEADER, SERVER_TIME_HEADER } from '../contract/paths.ts';
import type { Session, Sessions } from './accounts/sessions.ts';
import type { Config } from './config.ts';
import { readSessionCookie, writeSessionCookie } from './http/cookies.ts';
import {
  asHttpError,
  defaultMessage,
  handleErrors,
  httpError,
  sendError,
} from './http/http-error.ts';
import { createListener } from './http/listener.ts';
import { guardOrigin } from './http/origin-guard.ts';
import { limitBodyTime, parseJsonBodies } from './http/request-body.ts';
import { requestPath } from './http/routes.ts';
import { type AnswerHeaders, TLS_HEADERS } from './http/security-headers.ts';

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

interface AppDeps {
  readonly config: Config;
  readonly now: () => number;
  /** Where log lines go; standard output by default. */
  readonly logTo?: { write(line: string): void };
  readonly sessions: Sessions;
  /** Signs cookies. */
  readonly cookieSecret: string;
  readonly headers: AnswerHeaders;
  /** Number of the last live message that was sent. */
  readonly liveSeq: () => number;
}

const BODY_MAX_BYTES = 256 * 1024;
/**
 * What a console reads is compressed: on a slow line the first answers share it with the console's own files. No answer
 * holds a secret, which its length could give away beside text that somebody else chose.
 */
const ANSWER_COMPRESSION: FastifyCompressOptions = { global: false, globalDecompression: false };

/** Builds what holds for every request: limits, headers, origin check, session, errors. It does not listen. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config } = deps;
  const app = fastify({
    bodyLimit: BODY_MAX_BYTES,
    // Log lines name their request themselves: a logger for each request costs more than most answers.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    serverFactory: (onRequest) => createListener(config.tls, deps.headers.api, onRequest),
    frameworkErrors: (error, request, reply) => {
      reply.headers(deps.headers.api);
      sendError(asHttpError(error) ?? httpError(400, defaultMessage(400)), request, reply);
    },
    trustProxy:
      config.trustedProxies === 0 ? false : (_address, hop) => hop < config.trustedProxies,
    logger: {
      level: config.logLevel,
      base: null,
      timestamp: () => `,"time":"${new Date(deps.now()).toISOString()}"`,
      formatters: { level: (level: string) => ({ level }) },
      ...(deps.logTo && { stream: deps.logTo }),
    },
  });
  app.addHook('onRequest', (request, reply, done) => {
    const path = requestPath(request);
    reply.headers(isForPrograms(path) ? deps.headers.api : deps.headers.page(path));
    if (request.protocol === 'https') reply.headers(TLS_HEADERS);
    done();
  });
  limitBodyTime(app);
  guardOrigin(app, {
    allowedHosts: [...config.allowedHosts, config.host, config.mesh.node.domain],
  });
  await app.register(fastifyCookie, { secret: deps.cookieSecret });
  await app.register(fastifyCompress, ANSWER_COMPRESSION);
  identifySession(app, deps);
  parseJsonBodies(app);
  handleErrors(app);
  return app;
}

/**
 * Adds the clock and the number of the last live message as the request begins, and the session of its cookie. Nearly
 * every session is in memory, and then the hook does not wait.
 */
function identifySession(app: FastifyInstance, deps: AppDeps): void {
  const { now, liveSeq, sessions, config } = deps;
  app.decorateRequest('signedIn', null);
  app.addHook('onRequest', (request, reply, done) => {
    if (!isForPrograms(requestPath(request))) return done();
    reply.header(SERVER_TIME_HEADER, now()).header(LIVE_SEQ_HEADER, liveSeq());
    const token = readSessionCookie(request);
    if (token === undefined) return done();
    request.signedIn = sessions.findCached(token);
    if (request.signedIn !== null) return done();
    find(token, request, reply).then(() => done(), done);
  });

  async function find(token: string, request: FastifyRequest, reply: FastifyReply) {
    request.signedIn = await sessions.find(token, request.ip);
    if (request.signedIn?.slid) writeSessionCookie(reply, token, config.sessionMs);
  }
}
