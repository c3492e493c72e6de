import type { lookup as systemLookup } from 'node:dns';
import { request } from 'node:https';
import { guardedLookup } from '../mesh/address.ts';
import { DialError } from '../mesh/dial-error.ts';

/** A message as a push service takes it (RFC 8030). */
export interface Sealed {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Posted {
  readonly status: number;
  /** What the service asks to wait, as it wrote it. */
  readonly retryAfter: string | undefined;
}

/** Sends a message to its endpoint. Rejects when no answer came; whatever the answer is, it is returned. */
export type Post = (endpoint: string, sealed: Sealed, signal: AbortSignal) => Promise<Posted>;

/**
 * The one way out to push services: HTTPS to a name that resolves to public addresses alone, judged on the
 * very addresses that the socket is opened to. Redirects are not followed, an answer's body is not read.
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
        reject(new DialError('unreachable', { cause: signal.aborted ? signal.reason : error })),
      );
      outgoing.on('response', (answer) => {
        const { statusCode: status = 0, headers: said } = answer;
        answer.destroy();
        resolve({ status, retryAfter: said['retry-after'] });
      });
      outgoing.end(body);
    });
}
