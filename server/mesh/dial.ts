import type { lookup } from 'node:dns';
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { guardedLookup, isForbiddenLiteral } from './address.ts';
import { DialError } from './dial-error.ts';

/**
 * The one way out of this node by HTTP: to configured platforms, at their configured addresses, with a
 * kept connection for each. It knows nothing of signatures. Redirects are not followed, answers are
 * bounded; the time limit is the caller's signal.
 */
export interface Dial {
  /** @throws DialError when no whole answer came; whatever the answer's status is, it is returned */
  request(platform: string, request: Outgoing, signal: AbortSignal): Promise<Incoming>;
  /** Drops every connection; the next requests dial anew. */
  drop(): void;
}

export interface Outgoing {
  readonly method: 'GET' | 'POST';
  /** Begins with a slash. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export interface Incoming {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface DialOptions {
  /** Platform id to address (an origin). */
  readonly addresses: ReadonlyMap<string, string>;
  readonly lookup?: typeof lookup;
  readonly answerMaxBytes?: number;
}

const ANSWER_MAX_BYTES = 256 * 1024;
const SOCKETS_PER_PLATFORM = 16;

export function createDial({ addresses, lookup, answerMaxBytes }: DialOptions): Dial {
  const max = answerMaxBytes ?? ANSWER_MAX_BYTES;
  const lines = new Map<string, Line>();
  for (const [platform, address] of addresses) lines.set(platform, openLine(address, lookup));

  return {
    request(platform, request, signal) {
      const line = lines.get(platform);
      if (line === undefined) return Promise.reject(new DialError('no-address'));
      return exchange(line, request, signal, max);
    },
    drop() {
      for (const line of lines.values()) line.renew();
    },
  };
}

/** The connections to one platform. */
interface Line {
  readonly request: typeof http.request;
  /** Where to, as a request takes it. */
  readonly target: http.RequestOptions;
  readonly forbidden: boolean;
  agent(): http.Agent;
  renew(): void;
}

function openLine(address: string, lookup: DialOptions['lookup']): Line {
  const origin = new URL(address);
  const { Agent, request } = origin.protocol === 'https:' ? https : http;
  const open = () =>
    new Agent({
      keepAlive: true,
      maxSockets: SOCKETS_PER_PLATFORM,
      lookup: guardedLookup(origin.hostname, lookup),
    });
  let agent = open();
  return {
    request,
    target: urlToHttpOptions(origin),
    forbidden: isForbiddenLiteral(origin.hostname),
    agent: () => agent,
    renew() {
      agent.destroy();
      agent = open();
    },
  };
}

function exchange(
  line: Line,
  { method, path, headers, body }: Outgoing,
  signal: AbortSignal,
  max: number,
): Promise<Incoming> {
  if (line.forbidden) return Promise.reject(new DialError('forbidden-address'));
  if (signal.aborted) return Promise.reject(dialErrorOf(signal.reason));
  return new Promise((resolve, reject) => {
    const outgoing = line.request({
      ...line.target,
      path,
      method,
      agent: line.agent(),
      signal,
      headers: { accept: 'application/json', ...headers, ...lengthOf(body) },
    });
    const fail = (error: unknown) => reject(dialErrorOf(signal.aborted ? signal.reason : error));
    outgoing.on('error', fail);
    outgoing.on('response', (answer) => readAnswer(answer, max).then(resolve, fail));
    outgoing.end(body);
  });
}

const lengthOf = (body: Buffer | undefined): Record<string, string> =>
  body === undefined ? {} : { 'content-length': String(body.length) };

function readAnswer(answer: IncomingMessage, max: number): Promise<Incoming> {
  const status = answer.statusCode ?? 0;
  if (status >= 300 && status < 400) {
    answer.destroy();
    return Promise.reject(new DialError('redirected'));
  }
  const chunks: Buffer[] = [];
  let size = 0;
  // By events: an iterable watches the stream in more ways than a short answer is worth.
  return new Promise((resolve, reject) => {
    answer.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > max) answer.destroy(new DialError('too-large'));
      else chunks.push(chunk);
    });
    answer.once('error', reject);
    answer.once('end', () =>
      resolve({ status, headers: answer.headers, body: Buffer.concat(chunks) }),
    );
  });
}

const BROKEN_OFF = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

function dialErrorOf(error: unknown): DialError {
  if (error instanceof DialError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new DialError(BROKEN_OFF.has(code) ? 'broken-off' : 'unreachable', { cause: error });
}
