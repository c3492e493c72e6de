import type { Call } from '../../../contract/calls.ts';
import type { Failure, Outcome } from '../api.ts';

/** An error page of a proxy may be of any length; this much of it is kept. */
const TEXT_KEPT = 10_000;

/**
 * What an answer means, by the row of the table of calls. A good status is not enough: a captive portal
 * answers 200 with a page of its own, and that is no data.
 *
 * @returns not ok with status 0 for an answer that is not the contract's
 */
export function outcomeOf(
  row: Call,
  response: Pick<Response, 'ok' | 'status' | 'statusText'>,
  text: string,
): Outcome {
  if (response.status === 401 && row.on401 === 'nothing') return { ok: true, data: null };
  if (!response.ok)
    return {
      ok: false,
      status: response.status,
      text: text.slice(0, TEXT_KEPT) || response.statusText,
      why: 'refused',
    };
  return isBare(row) ? bareOutcome(row, text) : namedOutcome(row, text);
}

/** The specification names no answer of a write that sends no JSON: its good status is the answer. */
function isBare(row: Call): boolean {
  return row.method !== 'GET' && row.body !== 'json';
}

function namedOutcome(row: Call, text: string): Outcome {
  const parsed = row.answer.safeParse(jsonOf(text));
  return parsed.success ? { ok: true, data: parsed.data } : foreign(text);
}

function bareOutcome(row: Call, text: string): Outcome {
  if (text.trimStart().startsWith('<')) return foreign(text);
  const parsed = row.answer.safeParse(jsonOf(text));
  return { ok: true, data: parsed.success ? parsed.data : {} };
}

function foreign(text: string): Failure {
  const kind = jsonOf(text) === undefined ? 'no JSON' : 'JSON of another shape';
  return { ok: false, status: 0, text: `The answer is ${kind}`, why: 'foreign' };
}

/** @returns undefined, which no JSON is, when the text is none */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
