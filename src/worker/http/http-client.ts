import type { Call } from '../../../contract/call.ts';
import { CALLS } from '../../../contract/calls.ts';
import {
  type CallName,
  LINES_TYPE,
  LIVE_SEQ_HEADER,
  LIVE_STREAM_HEADER,
  pathOf,
  SERVER_TIME_HEADER,
} from '../../../contract/paths.ts';
import type { Outcome } from '../../shared/outcome.ts';
import type { CallRequest, OnLine } from '../api.ts';
import type { Clock } from '../clock.ts';
import { withLimit } from '../clock.ts';
import type { ServerTime } from '../server-time.ts';
import { outcomeOf } from './answer.ts';

export interface HttpResult {
  readonly outcome: Outcome;
  /** Server time, epoch milliseconds, at which the server answered. */
  readonly at: number;
  /** Number of the last live message that was out as the server began, and name of its stream; undefined when it does not say. */
  readonly seq?: number | undefined;
  readonly streamId?: string | undefined;
}

export interface HttpDeps {
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>;
  readonly clock: Clock;
  readonly serverTime: ServerTime;
}

const LIMIT_MS = { read: 15_000, write: 30_000 } as const;

export type HttpClient = ReturnType<typeof createHttpClient>;

/** One call, one answer or one failure, both of them values. It never retries. */
export function createHttpClient({ fetch, clock, serverTime }: HttpDeps) {
  function learnTime(response: Response, askedAt: number): number {
    const at = numberOf(response.headers.get(SERVER_TIME_HEADER));
    if (at !== undefined) serverTime.answered(at, askedAt, clock.now());
    return at ?? serverTime.now();
  }

  return {
    /** Throws only for a path with a missing value. */
    async request(
      name: CallName,
      request: CallRequest,
      signal: AbortSignal,
      onLine?: OnLine,
    ): Promise<HttpResult> {
      const row: Call = CALLS[name];
      const address = addressOf(name, request);
      const limitMs = row.method === 'GET' ? LIMIT_MS.read : LIMIT_MS.write;
      const askedAt = clock.now();
      const result = await withLimit(clock, limitMs, signal, async (over): Promise<HttpResult> => {
        const init = requestInit(row, request.payload, over);
        // Only a proxy in front leads it elsewhere, and to follow would hide that.
        if (name === 'session') init.redirect = 'manual';
        if (onLine) init.headers = { ...init.headers, accept: LINES_TYPE };
        const response = await fetch(address, init);
        const at = learnTime(response, askedAt);
        const seq = numberOf(response.headers.get(LIVE_SEQ_HEADER));
        const streamId = response.headers.get(LIVE_STREAM_HEADER) ?? undefined;
        const text = onLine
          ? await (await import('./read-lines.ts')).readLines(response, onLine)
          : await response.text();
        const outcome = await outcomeOf(row, response, text);
        return { outcome, at, seq, streamId };
      });
      if (result.end === 'done') return result.value;
      const outcome: Outcome =
        result.end === 'late'
          ? { ok: false, status: 0, text: `No answer within ${limitMs / 1000} s`, why: 'late' }
          : { ok: false, status: 0, text: networkErrorText(result.error), why: 'unreachable' };
      return { outcome, at: serverTime.now() };
    },
  };
}

function numberOf(header: string | null): number | undefined {
  const number = header ? Number(header) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

export const NOT_REACHED = 'The server cannot be reached';

/** What a browser says of a broken connection, by a TypeError, differs by browser and is meant for programmers. */
export function networkErrorText(error: unknown): string {
  if (error instanceof TypeError) return NOT_REACHED;
  return error instanceof Error ? error.message : String(error);
}

/** @returns path and query of a call. Throws TypeError when a value for the path is missing. */
function addressOf(name: CallName, { params, query }: CallRequest): string {
  const search = new URLSearchParams();
  for (const [field, value] of Object.entries(query ?? {}))
    if (value !== undefined) search.set(field, String(value));
  return search.size === 0 ? pathOf(name, params) : `${pathOf(name, params)}?${search}`;
}

/** A call without a payload sends neither body nor content type; every call sends credentials. */
function requestInit(row: Call, payload: unknown, signal: AbortSignal): RequestInit {
  const init: RequestInit = {
    method: row.method,
    credentials: 'include',
    cache: 'no-store',
    signal,
  };
  if (row.body !== 'json') return init;
  return {
    ...init,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  };
}
