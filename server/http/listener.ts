import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { isIP } from 'node:net';
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
  // Longer than proxies keep theirs (60 s in nginx's examples, AWS and HAProxy), so that they close first and no request meets a closing one.
  keepAliveTimeout: 75 * SECOND_MS,
  connectionsCheckingInterval: 5 * SECOND_MS,
  insecureHTTPParser: false,
  requireHostHeader: true,
};

/** The only protocol that is switched to. */
export const offersWebsocket = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  /\bwebsocket\b/i.test(headers.upgrade ?? '');

/**
 * Offers of other protocols, such as `Upgrade: h2c` of Java's client and of curl, are as if they were not there (RFC 9110, section
 * 7.8). Node would else take the request for one that has left HTTP.
 */
class Request extends IncomingMessage {
  set upgrade(upgrade: boolean) {
    upgrades.set(this, upgrade);
  }
  get upgrade(): boolean {
    return upgrades.get(this) === true && offersWebsocket(this);
  }
}
const upgrades = new WeakMap<Request, boolean>();
const OPTIONS = { ...LIMITS, IncomingMessage: Request };

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
      ? createServer(OPTIONS, onRequest)
      : createTlsServer({ ...OPTIONS, ...TLS, ...tls }, onRequest);
  for (const event of ['request', 'upgrade']) server.prependListener(event, plainForwarded);
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

const MESSAGE_BY_CODE: Readonly<Record<string, string>> = {
  HPE_INVALID_URL:
    'The address has a character that has to be encoded, as ü is by %C3%BC: curl does that with -G --data-urlencode.',
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
  const message = MESSAGE_BY_CODE[error.code ?? ''] ?? defaultMessage(status);
  const body = JSON.stringify(problemOf(status, message));
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

/**
 * Makes what proxies write into `X-Forwarded-For` and `X-Forwarded-Proto` what it means. Some write a port behind an address,
 * and brackets around one of IPv6; a word in its place (RFC 7239, section 6) says no more than who the proxy is. Others append
 * the protocol of each hop, of which the first is the client's, or call it that of a websocket.
 */
function plainForwarded({ headers, socket }: IncomingMessage): void {
  const addresses = headers['x-forwarded-for'];
  if (addresses !== undefined)
    headers['x-forwarded-for'] = [addresses]
      .flat()
      .join(',')
      .split(',')
      .filter((entry) => entry.trim() !== '')
      .map((entry) => addressIn(entry) ?? socket.remoteAddress)
      .join(', ');
  const protocol = headers['x-forwarded-proto']?.toString().split(',', 1)[0]?.trim().toLowerCase();
  if (protocol !== undefined) headers['x-forwarded-proto'] = WEBSOCKETS[protocol] ?? protocol;
}

const WEBSOCKETS: Readonly<Record<string, string>> = { ws: 'http', wss: 'https' };

const WITH_PORT = /^(?:\[(?<six>[^\]]*)\]|(?<four>\d+(?:\.\d+){3}))(?::[\w.-]+)?$/;

function addressIn(entry: string): string | undefined {
  const plain = entry.trim().replace(/^"(.*)"$/, '$1');
  const { six, four } = WITH_PORT.exec(plain)?.groups ?? {};
  const address = six ?? four ?? plain;
  return isIP(address) === 0 ? undefined : address;
}
