import type { IncomingHttpHeaders } from 'node:http';
import { type Clock, within } from '../base/clock.ts';
import { type AddressPolicy, operatorTargets } from './addresses.ts';
import { exchange, type HttpRequest } from './exchange.ts';
import { TransportError } from './no-answer.ts';
import { createTiming } from './timing.ts';

interface FetchOptions {
  readonly clock: Clock;
  readonly policy?: AddressPolicy;
  /** Of the whole exchange. */
  readonly limitMs: number;
  readonly bodyMaxBytes: number;
}

interface FetchRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

const FOREVER = new AbortController().signal;
const TOO_LATE = new TransportError('too-late');
const BODILESS = [204, 205, 304];

/** @returns a `fetch` for libraries that take one: it answers with a whole body, or throws a TransportError */
export const createFetch =
  ({ clock, policy = operatorTargets, limitMs, bodyMaxBytes }: FetchOptions) =>
  async (
    url: string,
    { method, headers, body, signal = FOREVER }: FetchRequest,
  ): Promise<Response> => {
    const text = body === undefined || body === null ? undefined : String(body);
    const request: HttpRequest = { url: new URL(url), method, headers, body: text, bodyMaxBytes };
    const answer = await within(clock, { ms: limitMs, reason: TOO_LATE, signal }, (signal) =>
      exchange(request, { policy }, { signal, timing: createTiming(clock.elapsed) }),
    );
    const { status } = answer;
    // 101 is no answer that a Response can have.
    if (status < 200 || status > 599) throw new TransportError('bad-http');
    return new Response(BODILESS.includes(status) ? null : new Uint8Array(answer.body), {
      status,
      headers: headersOf(answer.headers),
    });
  };

const headersOf = (headers: IncomingHttpHeaders): [string, string][] =>
  Object.entries(headers).flatMap(([name, values]) =>
    [values ?? []].flat().map((value): [string, string] => [name, value]),
  );
