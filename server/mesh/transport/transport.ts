import type { lookup } from 'node:dns';
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { rootCertificates, TLSSocket } from 'node:tls';
import { urlToHttpOptions } from 'node:url';
import type { NoAnswer } from '../failure.ts';
import { isOwnFailure, TransportError } from '../failure.ts';
import { guardedLookup, isForbiddenLiteral } from './address.ts';
import { type PeerCertificate, readPeerCertificate } from './peer-certificate.ts';

/**
 * HTTP client for calls between nodes: configured platforms only, at their configured addresses, over
 * kept connections. Redirects are not followed and answers are bounded. The time limit is the caller's
 * signal; signatures are the caller's too.
 */
export type Transport = ReturnType<typeof createTransport>;

interface TransportRequest {
  readonly method: 'GET' | 'POST';
  /** Begins with a slash. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export interface TransportResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface TransportOptions {
  /** Platform id to address (an origin). */
  readonly addresses: ReadonlyMap<string, string>;
  /** Certificates (PEM) of authorities that are trusted beside the public ones. */
  readonly ca?: string | undefined;
  readonly lookup?: typeof lookup | undefined;
  readonly answerMaxBytes?: number;
  /** Monotonic milliseconds. */
  readonly elapsed?: () => number;
}

const ANSWER_MAX_BYTES = 256 * 1024;
const SOCKETS_PER_PLATFORM = 16;
/** A kept connection does not show that a certificate was renewed. */
const KEPT_MAX_MS = 60 * 60 * 1000;

export function createTransport({
  addresses,
  ca,
  lookup,
  answerMaxBytes = ANSWER_MAX_BYTES,
  elapsed = () => performance.now(),
}: TransportOptions) {
  const pools = new Map<string, ConnectionPool>();

  /**
   * Calls platforms at these addresses from now on: those of simulated peers are known when they have started.
   *
   * @returns the platforms that were at another address, or at none; connections to the former ones are closed
   */
  function setAddresses(addresses: ReadonlyMap<string, string>): string[] {
    const moved = [...pools].filter(([id, pool]) => pool.address !== addresses.get(id));
    for (const [platform, pool] of moved) {
      pool.close();
      pools.delete(platform);
    }
    const added = [...addresses].filter(([platform]) => !pools.has(platform));
    for (const [platform, address] of added)
      pools.set(platform, createPool(address, { ca, lookup, elapsed }));
    return [...new Set([...moved, ...added].map(([platform]) => platform))];
  }
  setAddresses(addresses);

  return {
    setAddresses,
    /** Resolves with any status. @throws TransportError when there is no complete answer */
    request(
      platform: string,
      request: TransportRequest,
      signal: AbortSignal,
    ): Promise<TransportResponse> {
      const pool = pools.get(platform);
      if (pool === undefined) return Promise.reject(new TransportError('no-address'));
      return exchange(pool, request, signal, answerMaxBytes);
    },
    /** @returns what a platform showed when it was last connected to; undefined: it was not, or without TLS */
    certificateOf: (platform: string) => pools.get(platform)?.certificate(),
    /** Closes every connection; later requests open new ones. */
    dropConnections(): void {
      for (const pool of pools.values()) pool.renew();
    },
  };
}

/** The connections to one platform. */
type ConnectionPool = ReturnType<typeof createPool>;

function createPool(
  address: string,
  { ca, lookup, elapsed }: Pick<TransportOptions, 'ca' | 'lookup'> & { elapsed: () => number },
) {
  const origin = new URL(address);
  const { Agent, request } = origin.protocol === 'https:' ? https : http;
  const createAgent = () =>
    new Agent({
      keepAlive: true,
      maxSockets: SOCKETS_PER_PLATFORM,
      lookup: guardedLookup(origin.hostname, lookup),
      ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
    });
  let agent = createAgent();
  let openedAt = elapsed();
  let certificate: PeerCertificate | undefined;
  const known = new WeakSet<Socket>();
  function renew(end: (former: http.Agent) => void): void {
    end(agent);
    agent = createAgent();
    openedAt = elapsed();
  }
  return {
    address,
    request,
    target: urlToHttpOptions(origin),
    forbidden: isForbiddenLiteral(origin.hostname),
    agent(): http.Agent {
      if (elapsed() - openedAt > KEPT_MAX_MS) renew(retire);
      return agent;
    },
    /** Called with the connection of each answer. */
    onAnswer(socket: Socket): void {
      if (!(socket instanceof TLSSocket) || known.has(socket)) return;
      known.add(socket);
      certificate = readPeerCertificate(socket.getPeerCertificate()) ?? certificate;
    },
    certificate: () => certificate,
    renew: () => renew((former) => former.destroy()),
    close: () => agent.destroy(),
  };
}

/** Closes its connections when nothing is under way on them. */
function retire(agent: http.Agent): void {
  agent.maxFreeSockets = 0;
  for (const sockets of Object.values(agent.freeSockets))
    for (const socket of sockets ?? []) socket.destroy();
}

function exchange(
  pool: ConnectionPool,
  { method, path, headers, body }: TransportRequest,
  signal: AbortSignal,
  maxBytes: number,
): Promise<TransportResponse> {
  if (pool.forbidden) return Promise.reject(new TransportError('forbidden-address'));
  if (signal.aborted) return Promise.reject(toTransportError(signal.reason));
  return new Promise((resolve, reject) => {
    const request = pool.request({
      ...pool.target,
      path,
      method,
      agent: pool.agent(),
      signal,
      headers: { accept: 'application/json', ...headers, ...lengthOf(body) },
    });
    const fail = (error: unknown) =>
      reject(toTransportError(signal.aborted ? signal.reason : error));
    request.on('error', fail);
    request.on('response', (response) => {
      pool.onAnswer(response.socket);
      readResponse(response, maxBytes).then(resolve, fail);
    });
    request.end(body);
  });
}

const lengthOf = (body: Buffer | undefined): Record<string, string> =>
  body === undefined ? {} : { 'content-length': String(body.length) };

function readResponse(response: IncomingMessage, maxBytes: number): Promise<TransportResponse> {
  const status = response.statusCode ?? 0;
  if (status >= 300 && status < 400) {
    response.destroy();
    return Promise.reject(new TransportError('redirected'));
  }
  const chunks: Buffer[] = [];
  let size = 0;
  // Events instead of async iteration: cheaper for short answers.
  return new Promise((resolve, reject) => {
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) response.destroy(new TransportError('too-large'));
      else chunks.push(chunk);
    });
    response.once('error', reject);
    response.once('end', () =>
      resolve({ status, headers: response.headers, body: Buffer.concat(chunks) }),
    );
  });
}

/** Codes of Node and OpenSSL. */
const REASONS: ReadonlyMap<string, NoAnswer> = new Map([
  ['ECONNRESET', 'broken-off'],
  ['EPIPE', 'broken-off'],
  ['ERR_STREAM_PREMATURE_CLOSE', 'broken-off'],
  ['ENOTFOUND', 'unknown-name'],
  ['EAI_AGAIN', 'no-name-service'],
  ['ENETUNREACH', 'no-network'],
  ['ENETDOWN', 'no-network'],
  ['HPE_HEADER_OVERFLOW', 'too-large'],
  ['EPROTO', 'not-tls'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'not-tls'],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'not-tls'],
  ['CERT_HAS_EXPIRED', 'certificate-expired'],
  ['CERT_NOT_YET_VALID', 'certificate-not-yet-valid'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate-name'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate-issuer'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate-issuer'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'certificate-issuer'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate-issuer'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate-issuer'],
]);

/** @returns what an error of a socket, of TLS or of a lookup means */
export function toTransportError(error: unknown): TransportError {
  if (error instanceof TransportError) return error;
  // Of several addresses the failure of one that there was a network to says more than that of another.
  const reasons = (error instanceof AggregateError ? error.errors : [error]).map(reasonOf);
  const reason = reasons.find((one) => !isOwnFailure(one)) ?? reasons[0] ?? 'unreachable';
  return new TransportError(reason, { cause: error });
}

function reasonOf(error: unknown): NoAnswer {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS.get(code) ?? (code.startsWith('HPE_') ? 'not-http' : 'unreachable');
}
