import { type FastifyInstance, fastify } from 'fastify';
import { LIVE_SEQ_HEADER, SERVER_TIME_HEADER } from '../contract/headers.ts';
import type { Session, Sessions } from './accounts/sessions.ts';
import type { Config } from './config.ts';
import { answerErrors } from './http/answers.ts';
import type { SessionCookie } from './http/cookie.ts';
import { readJsonBodies } from './http/json-body.ts';

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
  readonly cookie: SessionCookie;
  /** Number of the last live message that is out. */
  readonly liveSeq: () => number;
}

const BODY_MAX_BYTES = 256 * 1024;

/** Builds the server's frame: what holds for every request. Calls are added to it; it never listens. */
export function createApp(parts: AppParts): FastifyInstance {
  const { config } = parts;
  const app = fastify({
    bodyLimit: BODY_MAX_BYTES,
    disableRequestLogging: true,
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
  readJsonBodies(app);
  answerErrors(app);
  knowWhoAsks(app, parts);
  return app;
}

function knowWhoAsks(app: FastifyInstance, parts: AppParts): void {
  app.decorateRequest('signedIn', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.header(SERVER_TIME_HEADER, parts.now());
    reply.header(LIVE_SEQ_HEADER, parts.liveSeq());
    const token = parts.cookie.read(request);
    if (token === undefined) return;
    request.signedIn = await parts.sessions.find(token);
    if (request.signedIn?.slid) parts.cookie.write(reply, token, parts.config.sessionMs);
  });
}
