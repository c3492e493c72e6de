import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { defaultMessage, PROBLEM_TYPE, problemOf } from './error-handler.ts';
import { TLS_HEADERS } from './security-headers.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

const SECOND_MS = 1000;

/**
 * Node's own limits. `requestTimeout` is 0 because it applies to uploads and calls alike: `request-body.ts` limits
 * each in its own way.
 */
const LIMITS = {
  headersTimeout: 15 * SECOND_MS,
  requestTimeout: 0,
  keepAliveTimeout: 30 * SECOND_MS,
  connectionsCheckingInterval: 5 * SECOND_MS,
  insecureHTTPParser: false,
  requireHostHeader: true,
};

/** With forward secrecy and authenticated encryption alone. Of TLS 1.3 every suite has both. */
const TLS = {
  minVersion: 'TLSv1.2',
  ciphers: [
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_GCM_SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
  ].join(':'),
  honorCipherOrder: true,
} as const;

/** @returns an HTTP server, or an HTTPS one with a certificate; it does not listen yet */
export function createListener(
  tls: { cert: Buffer; key: Buffer } | null,
  headers: Readonly<Record<string, string>>,
  onRequest: RequestListener,
): Server {
  const server =
    tls === null
      ? createServer(LIMITS, onRequest)
      : createTlsServer({ ...LIMITS, ...TLS, ...tls }, onRequest);
  const lastExchange = new WeakMap<Duplex, Exchange>();
  server.on('request', (request, response) =>
    lastExchange.set(request.socket, { request, response }),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    answerBrokenRequest(
      error,
      socket,
      lastExchange.get(socket),
      tls ? { ...headers, ...TLS_HEADERS } : headers,
    ),
  );
  return server as Server;
}

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

/** Answers once, and closes the connection, when a request is no valid HTTP or takes too long. */
function answerBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  last: Exchange | undefined,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || !mayAnswer(last)) {
    socket.destroy();
    return;
  }
  const status = STATUS_BY_CODE[error.code ?? ''] ?? 400;
  const body = JSON.stringify(problemOf(status, defaultMessage(status)));
  const lines = Object.entries({
    ...headers,
    'content-type': PROBLEM_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}`;
  socket.end([head, ...lines, '', body].join('\r\n'), () => socket.destroy());
}

/**
 * Either the body of the last request is broken, or what follows it. In the first case an answer is one too many
 * if that request has been answered already; in the second, if it has not been answered yet.
 */
function mayAnswer(last: Exchange | undefined): boolean {
  if (last === undefined) return true;
  return last.request.complete ? last.response.writableFinished : !last.response.headersSent;
}
