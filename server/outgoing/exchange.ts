import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { decoded } from '../base/content-coding.ts';
import {
  type ConnectOptions,
  openSocket,
  overdueError,
  type Target,
  type Waiting,
} from './connect.ts';
import { TransportError, toTransportError } from './no-answer.ts';

/** The only HTTP client of the server. It follows no redirect. */

export interface HttpRequest {
  /** http: or https: */
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | undefined;
  /** How much of a body is read, or how, once its head is known; 0: none of it. A longer one is `too-large`. */
  readonly bodyMaxBytes: number | ((head: HttpHead) => number | BodyReading);
}

export interface BodyReading {
  readonly maxBytes: number;
  /** Content codings that are undone, before bytes are counted. All are known (`base/content-coding.ts`). */
  readonly codings: readonly string[];
  /** @returns whether the beginning of a body says enough: its rest may be too long, too late, or never come */
  readonly isEnough?: ((beginning: Buffer) => boolean) | undefined;
}

export interface HttpHead {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

export interface HttpAnswer extends HttpHead {
  readonly body: Buffer;
}

export interface ExchangeOptions extends ConnectOptions {
  /** Of https; `trusted` by default. */
  readonly tls?: Exclude<Target['tls'], 'none'> | undefined;
  readonly name?: Target['name'];
  /** Kept connections; without them each request opens one of its own. */
  readonly kept?: http.Agent | undefined;
}

const HEADERS_MAX_BYTES = 32 * 1024;
/** Interim answers before the final one (RFC 9110 section 15.2). */
const INFORMATIONAL_MAX = 16;
const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

const portOf = ({ port, protocol }: URL): number => Number(port) || (PORTS[protocol] ?? 80);

/**
 * One request and its answer. It settles at the deadline whatever the other side does, and its connection is closed then.
 *
 * @throws TransportError when there is no complete answer
 */
export function exchange(
  request: HttpRequest,
  options: ExchangeOptions,
  waiting: Waiting,
): Promise<HttpAnswer> {
  const { signal, timing } = waiting;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(overdueError(signal, timing));
    let isSettled = false;
    let enough = (): HttpAnswer | undefined => undefined;
    function settle(): boolean {
      const isFirst = !isSettled;
      isSettled = true;
      signal.removeEventListener('abort', onAbort);
      timing.stop();
      return isFirst;
    }
    function fail(error: unknown): void {
      if (!settle()) return;
      const answer = enough();
      if (answer === undefined) reject(toTransportError(error));
      else resolve(answer);
      outgoing.destroy();
    }
    const onAbort = () => fail(overdueError(signal, timing));
    signal.addEventListener('abort', onAbort);
    const outgoing = begin(request, options, waiting);
    outgoing.on('error', fail);
    outgoing.on('socket', (socket) => {
      if (isSettled) return;
      timing.enter('firstByte');
      socket.prependOnceListener('data', () => isSettled || timing.enter('end'));
    });
    failUnlessAnswered(outgoing, fail);
    const onHead = (response: IncomingMessage) => {
      const head = { status: response.statusCode ?? 0, headers: response.headers };
      const beginning = readBody(response, readingOf(request, head), fail, (body) => {
        if (settle()) resolve({ ...head, body });
        if (!response.complete) response.destroy();
      });
      enough = () => {
        const body = beginning();
        return body && { ...head, body };
      };
    };
    outgoing.on('response', onHead);
    // Nobody asked for another protocol: it is an answer of status 101, and nothing more is read.
    outgoing.on('upgrade', (response, socket) => {
      socket.destroy();
      onHead(response);
    });
    outgoing.end(request.body);
  });
}

function begin(
  { url, method, headers, body }: HttpRequest,
  { kept, tls = 'trusted', name, ...options }: ExchangeOptions,
  waiting: Waiting,
): http.ClientRequest {
  const target = {
    host: url.hostname,
    port: portOf(url),
    tls: url.protocol === 'https:' ? tls : 'none',
    name,
  } as const;
  const open = () => openSocket(target, options, waiting);
  const length = body === undefined ? (method === 'POST' ? 0 : undefined) : Buffer.byteLength(body);
  const given: OpeningOptions = {
    method,
    open,
    host: target.host,
    port: target.port,
    path: `${url.pathname}${url.search}`,
    maxHeaderSize: HEADERS_MAX_BYTES,
    setHost: false,
    headers: {
      host: url.host,
      ...headers,
      ...(length !== undefined && { 'content-length': String(length) }),
    },
    ...(kept ? { agent: kept } : { createConnection: createConnection as never }),
  };
  return http.request(given);
}

interface OpeningOptions extends http.RequestOptions {
  readonly open: () => Promise<Duplex>;
}

type OnOpened = (error: Error | null, socket?: Duplex) => void;

function createConnection({ open }: OpeningOptions, done: OnOpened): undefined {
  open().then((socket) => done(null, socket), done);
}

/** Keeps connections to one host for later requests. */
export class KeptConnections extends http.Agent {
  override readonly createConnection = createConnection as never;

  constructor() {
    super({ keepAlive: true });
  }

  /** Closes each connection when nothing is under way on it. */
  retire(): void {
    this.maxFreeSockets = 0;
    for (const sockets of Object.values(this.freeSockets))
      for (const socket of sockets ?? []) socket.destroy();
  }
}

/** A connection may close without an error, and informational answers may have no end. */
function failUnlessAnswered(outgoing: http.ClientRequest, fail: (error: unknown) => void): void {
  let informational = 0;
  outgoing.on('information', () => {
    informational += 1;
    if (informational > INFORMATIONAL_MAX) fail(new TransportError('only-informational'));
  });
  const onClose = () => fail(new TransportError('broken-off'));
  outgoing.once('close', onClose);
  for (const answered of ['response', 'upgrade'])
    outgoing.prependOnceListener(answered, () => outgoing.off('close', onClose));
}

function readingOf({ bodyMaxBytes }: HttpRequest, head: HttpHead): BodyReading {
  const given = typeof bodyMaxBytes === 'number' ? bodyMaxBytes : bodyMaxBytes(head);
  const reading = typeof given === 'number' ? { maxBytes: given, codings: [] } : given;
  return head.status === 101 ? { ...reading, maxBytes: 0 } : reading;
}

/** A short beginning is looked at with each piece; a long one when it has grown by an eighth, and when nothing more comes. */
const SHORT_BYTES = 16 * 1024;

/**
 * Events instead of async iteration: cheaper for short answers.
 *
 * @returns what says what has come, if that is enough
 */
function readBody(
  response: IncomingMessage,
  { maxBytes, codings, isEnough }: BodyReading,
  fail: (error: unknown) => void,
  finish: (body: Buffer) => void,
): () => Buffer | undefined {
  const chunks: Buffer[] = [];
  let [size, lookAt] = [0, 0];
  const beginning = () => {
    const body = isEnough && Buffer.concat(chunks).subarray(0, maxBytes);
    return body && isEnough(body) ? body : undefined;
  };
  response.on('error', fail);
  if (maxBytes === 0) {
    finish(Buffer.alloc(0));
    return beginning;
  }
  const body = decoded(response, codings);
  if (body !== response) body.on('error', (error) => fail(codingError(error)));
  body.on('data', (chunk: Buffer) => {
    size += chunk.length;
    chunks.push(chunk);
    if (size > maxBytes) return fail(new TransportError('too-large'));
    if (size < lookAt) return;
    lookAt = size < SHORT_BYTES ? 0 : size * 1.125;
    const enough = beginning();
    if (enough !== undefined) finish(enough);
  });
  body.once('end', () => finish(Buffer.concat(chunks)));
  body.once('close', () => fail(new TransportError('broken-off')));
  return beginning;
}

/** What is no fault of the connection is one of the bytes. */
function codingError(error: unknown): TransportError {
  const known = toTransportError(error);
  return known.reason === 'unreachable'
    ? new TransportError('bad-coding', { cause: error })
    : known;
}
