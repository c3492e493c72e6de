import type { lookup as systemLookup } from 'node:dns';
import { request } from 'node:https';
import { TransportError } from '../mesh/failure.ts';
import { guardedLookup } from '../mesh/transport/address.ts';

/** A message as a push service takes it (RFC 8030). */
export interface Sealed {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Posted {
  readonly status: number;
  /** The service's Retry-After header, unparsed. */
  readonly retryAfter: string | undefined;
}

/** Sends a message to its endpoint and returns any answer. Rejects only when no answer came. */
export type Post = (endpoint: string, sealed: Sealed, signal: AbortSignal) => Promise<Posted>;

/**
 * The only way to push services: HTTPS to a name that resolves to public addresses only, checked on the addresses
 * that the socket really connects to. Redirects are not followed, the body of an answer is not read.
 */
export function createPost(lookup?: typeof systemLookup): Post {
  return (endpoint, { headers, body }, signal) =>
    new Promise((resolve, reject) => {
      const url = new URL(endpoint);
      const outgoing = request(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': String(body.length) },
        lookup: guardedLookup(url.hostname, lookup),
        signal,
      });
      outgoing.on('error', (error) =>
        reject(
          new TransportError('unreachable', { cause: signal.aborted ? signal.reason : error }),
        ),
      );
      outgoing.on('response', (answer) => {
        const { statusCode: status = 0, headers: answerHeaders } = answer;
        answer.destroy();
        resolve({ status, retryAfter: answerHeaders['retry-after'] });
      });
      outgoing.end(body);
    });
}
