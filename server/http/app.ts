import { fstatSync, writeSync } from 'node:fs';
import fastifyCompress, { type FastifyCompressOptions } from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import { type FastifyInstance, fastify, LogController } from 'fastify';
import { isForPrograms, STATUS_PATH } from '../../contract/pages.ts';
import { httpError } from '../base/http-error.ts';
import { DatabaseUnreachableError } from '../database/database-errors.ts';
import type { DatabaseHealth } from '../database/health.ts';
import type { NodeBase } from '../feature.ts';
import { asHttpError, defaultMessage, handleErrors, sendError } from './error-handler.ts';
import { createListener } from './listener.ts';
import { guardOrigin } from './origin-guard.ts';
import { limitBodyTime, parseJsonBodies } from './request-body.ts';
import { requestPath } from './routes.ts';
import { type AnswerHeaders, TLS_HEADERS } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the row in the contract's table of calls. */
    call?: string;
    /** Answers 401 without a session. */
    guarded?: boolean;
  }
}

interface AppDeps extends Pick<NodeBase, 'config' | 'health' | 'now'> {
  /** Adds the session of each request. */
  readonly identify: (app: FastifyInstance) => void;
  /** Where log lines go; standard output by default. */
  readonly logTo?: { write(line: string): void } | undefined;
  /** Signs cookies. */
  readonly cookieSecret: string;
  readonly headers: AnswerHeaders;
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
  const statusHost = config.statusOrigin === null ? null : new URL(config.statusOrigin).hostname;
  const app = fastify({
    bodyLimit: BODY_MAX_BYTES,
    rewriteUrl: ({ url = '', headers }) => statusAddress(statusHost, headers.host, url),
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
      stream: deps.logTo ?? standardOutput,
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
    allowedHosts: [
      ...config.allowedHosts,
      ...(statusHost === null ? [] : [statusHost]),
      config.host,
      config.mesh.node.domain,
    ],
  });
  refuseWithoutDatabase(app, deps.health);
  await app.register(fastifyCookie, { secret: deps.cookieSecret });
  await app.register(fastifyCompress, ANSWER_COMPRESSION);
  deps.identify(app);
  parseJsonBodies(app);
  handleErrors(app);
  return app;
}

/**
 * Refuses every call while the database cannot be reached, also what could be answered from memory: nothing may look live
 * then. Pages, peers and metrics are answered as far as they go.
 */
function refuseWithoutDatabase(app: FastifyInstance, health: DatabaseHealth): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isCall = requestPath(request).startsWith('/api/');
    done(
      isCall && !health.isReachable() ? new DatabaseUnreachableError('not reachable') : undefined,
    );
  });
}

const DOCUMENT = /^\/(?:feed\.atom|summary\.json|badge\.svg)?(?=\?|$)/;
const NOWHERE = `${STATUS_PATH}/-`;

/**
 * Under the host name of the status page nothing but its documents answers.
 *
 * @param statusHost null: it has none
 * @param host header of the request
 * @returns the address that answers
 */
function statusAddress(statusHost: string | null, host: string | undefined, url: string): string {
  if (statusHost === null || host?.replace(/:\d+$/, '').toLowerCase() !== statusHost) return url;
  return DOCUMENT.test(url) ? `${STATUS_PATH}${url.replace(/^\/(?=\?|$)/, '')}` : NOWHERE;
}

const FD = 1;
/** What waits for a slow reader at most. */
const WAITING_MAX_BYTES = 1024 * 1024;
const kind = fstatSync(FD);
/** A stream waits for a slow reader; of a file Node would make one that ends with its first error. */
const isStream = process.stdout.isTTY || kind.isFIFO() || kind.isSocket();

/**
 * Where log lines go. What cannot be written, on a disk that is full or to a reader that has gone or does not read, is lost, and the
 * server goes on: the lines after it are written as soon as there is room.
 */
const standardOutput = {
  write(line: string): void {
    try {
      if (!isStream) writeSync(FD, line);
      else if (process.stdout.writableLength < WAITING_MAX_BYTES) process.stdout.write(line);
    } catch {
      // Whom could it be said to?
    }
  },
};

process.stdout.on('error', () => undefined);
