import { CALLS, type Call } from '../../../contract/calls.ts';
import { LIVE_SEQ_HEADER, SERVER_TIME_HEADER } from '../../../contract/headers.ts';
import type { CallName } from '../../../contract/paths.ts';
import type { CallRequest, Outcome } from '../api.ts';
import type { Clock } from '../clock.ts';
import { limited } from '../limit.ts';
import type { ServerTime } from '../server-time.ts';
import { outcomeOf } from './answer.ts';
import { wordsOf } from './not-reached.ts';
import { addressOf, initOf } from './request.ts';

/** The fetch client: one call, one answer or one failure, both of them values. It never tries again. */
export interface Http {
  /** Throws only on a call that cannot be written: a value for the path is missing. */
  request(name: CallName, request: CallRequest, signal: AbortSignal): Promise<Answer>;
}

export interface Answer {
  readonly outcome: Outcome;
  /** Server time, epoch milliseconds, at which the server answered. */
  readonly at: number;
  /** Number of the last live message that was out as the server began; undefined when it does not say. */
  readonly seq: number | undefined;
}

export interface HttpDoors {
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>;
  readonly clock: Clock;
  readonly serverTime: ServerTime;
}

const LIMIT_MS = { read: 15_000, write: 30_000, upload: 30 * 60_000 } as const;

export function createHttp({ fetch, clock, serverTime }: HttpDoors): Http {
  function learnTime(response: Response, askedAt: number): number {
    const at = numberOf(response.headers.get(SERVER_TIME_HEADER));
    if (at !== undefined) serverTime.answered(at, askedAt, clock.now());
    return at ?? serverTime.now();
  }

  return {
    async request(name, request, signal) {
      const row: Call = CALLS[name];
      const address = addressOf(name, request);
      const limitMs = limitOf(row);
      const askedAt = clock.now();
      const result = await limited(clock, limitMs, signal, async (over): Promise<Answer> => {
        const response = await fetch(address, initOf(row, request.payload, over));
        const at = learnTime(response, askedAt);
        const seq = numberOf(response.headers.get(LIVE_SEQ_HEADER));
        return { outcome: outcomeOf(row, response, await response.text()), at, seq };
      });
      if (result.end === 'done') return result.value;
      const outcome: Outcome =
        result.end === 'late'
          ? { ok: false, status: 0, text: `No answer within ${limitMs / 1000} s`, why: 'late' }
          : { ok: false, status: 0, text: wordsOf(result.error), why: 'unreachable' };
      return { outcome, at: serverTime.now(), seq: undefined };
    },
  };
}

function limitOf(row: Call): number {
  if (row.body === 'multipart') return LIMIT_MS.upload;
  return row.method === 'GET' ? LIMIT_MS.read : LIMIT_MS.write;
}

function numberOf(header: string | null): number | undefined {
  const number = header ? Number(header) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}
