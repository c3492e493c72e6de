import type { Call } from '../../../contract/call.ts';
import type { Failure, Outcome } from '../../shared/outcome.ts';

/** An error page of a proxy may be of any length; this much of it is kept. */
const TEXT_KEPT = 10_000;

/** What is said of a page where JSON was expected. */
export const NO_JSON = 'The answer is no JSON';

/**
 * What an answer means, by the row of the table of calls. A good status is not enough: a captive portal
 * answers 200 with a page of its own, and that is no data.
 *
 * @param onRowsLeftOut given the number of rows of a list that had no use
 * @returns not ok with status 0 for an answer that is not the contract's
 */
export function outcomeOf(
  row: Call,
  response: Pick<Response, 'ok' | 'status' | 'statusText'>,
  text: string,
  onRowsLeftOut: (rows: number) => void = () => undefined,
): Outcome | Promise<Outcome> {
  if (response.status === 401 && row.on401 === 'nothing') return { ok: true, data: null };
  if (!response.ok)
    return {
      ok: false,
      status: response.status,
      text: text.slice(0, TEXT_KEPT) || response.statusText,
      why: 'refused',
    };
  return isBare(row) ? bareOutcome(row, text) : namedOutcome(row, text, onRowsLeftOut);
}

/** The specification names no answer of a write that sends no JSON: its good status is the answer. */
function isBare(row: Call): boolean {
  return row.method !== 'GET' && row.body !== 'json';
}

type OnRowsLeftOut = (rows: number) => void;

function namedOutcome(row: Call, text: string, onRowsLeftOut: OnRowsLeftOut) {
  const answer = jsonOf(text);
  const parsed = row.answer.safeParse(answer);
  if (parsed.success) return { ok: true, data: parsed.data } as const;
  return Array.isArray(answer) ? listOutcome(row, text, answer, onRowsLeftOut) : foreign(text);
}

/** Our own server's lists are never read so: it loads when it is needed. */
async function listOutcome(
  row: Call,
  text: string,
  answer: readonly unknown[],
  onRowsLeftOut: OnRowsLeftOut,
): Promise<Outcome> {
  const { readForeignRows } = await import('./foreign-rows.ts');
  const foreignRows = readForeignRows(row, answer);
  const readable = row.answer.safeParse(foreignRows?.rows);
  if (foreignRows === undefined || !readable.success) return foreign(text);
  onRowsLeftOut(foreignRows.leftOut);
  return { ok: true, data: readable.data };
}

function bareOutcome(row: Call, text: string): Outcome {
  if (text.trimStart().startsWith('<')) return foreign(text);
  const parsed = row.answer.safeParse(jsonOf(text));
  return { ok: true, data: parsed.success ? parsed.data : {} };
}

function foreign(text: string): Failure {
  const said = jsonOf(text) === undefined ? NO_JSON : 'The answer is JSON of another shape';
  return { ok: false, status: 0, text: said, why: 'foreign' };
}

/** @returns undefined, which no JSON is, when the text is none */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
