import type { Reply } from '../doubles/any-server.ts';

/** The ways in which a call can fail, and what a read that failed so says: `"<status>: <text>"`, or why there was no answer. */
interface Failing {
  readonly reply: Reply;
  readonly detail: string;
}

export const MESSAGE = 'Not while the moon is full';

export const FAILURES = {
  '4xx with a message': {
    reply: { status: 422, body: { message: MESSAGE } },
    detail: `422: ${MESSAGE}`,
  },
  '5xx with an empty body': {
    reply: { status: 503, body: '' },
    detail: '503: Service Unavailable',
  },
  'network gone': { reply: 'gone', detail: 'The server cannot be reached' },
  'an answer that is no JSON': {
    reply: { body: '<!doctype html><p>Welcome to this hotel' },
    detail: 'The answer is no JSON',
  },
  'an answer of another shape': {
    reply: { body: '"a word"' },
    detail: 'The answer is JSON of another shape',
  },
  'no answer in time': { reply: 'never', detail: 'No answer within 15 s' },
} as const satisfies Record<string, Failing>;

export type Way = keyof typeof FAILURES;
export const WAYS = Object.keys(FAILURES) as Way[];

/** @returns the sentence of a panel whose read failed so: the server's own where it sent one */
export function panelDetail(way: Way): string {
  return way === '4xx with a message' ? MESSAGE : FAILURES[way].detail;
}
