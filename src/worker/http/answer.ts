import type { Call } from '../../../contract/call.ts';
import { SERVER_TIME_HEADER } from '../../../contract/paths.ts';
import {
  type Failure,
  messageOf,
  type Outcome,
  proxyText,
  REDIRECTED,
} from '../../shared/outcome.ts';

/** An error page of a proxy may be of any length; this much of it is kept. */
const TEXT_KEPT = 10_000;

/** What is said of a page where JSON was expected. */
export const NO_JSON = 'The answer is no JSON';

/** An answer's head, by fetch or by what sends uploads. */
export interface AnswerHead extends Pick<Response, 'ok' | 'status' | 'statusText'> {
  /** Left out: it has none that are known. */
  readonly headers?: Pick<Headers, 'has'>;
}

/**
 * Why an answer is a failure. Its status proves nothing: a proxy in front answers with the same. The server's own word has
 * its time as a header, or is JSON with a `message`, as on any server of the specification; all else is `foreign`.
 */
export function failureIn({ status, statusText, headers }: AnswerHead, text: string): Failure {
  const isOwn = headers?.has(SERVER_TIME_HEADER) || messageOf({ text }) !== undefined;
  // What fetch gives of a redirect that it does not follow.
  const said = status === 0 ? REDIRECTED : text.slice(0, TEXT_KEPT) || statusText;
  if (isOwn) return { ok: false, status, text: said, why: 'refused' };
  return { ok: false, status, text: isPage(text) ? proxyText(status) : said, why: 'foreign' };
}

const isPage = (text: string) => text.trimStart().startsWith('<');

/**
 * What an answer means, by the row of the table of calls. A good status is not enough: a captive portal
 * answers 200 with a page of its own, and that is no data.
 *
 * @returns not ok with status 0 for an answer that is not the contract's
 */
export function outcomeOf(
  row: Call,
  response: AnswerHead,
  text: string,
): Outcome | Promise<Outcome> {
  const isOwn = !isPage(text) || response.headers?.has(SERVER_TIME_HEADER);
  if (response.status === 401 && row.on401 === 'nothing' && isOwn) return { ok: true, data: null };
  if (!response.ok) return failureIn(response, text);
  return isBare(row) ? bareOutcome(row, text) : namedOutcome(row, text);
}

/** The specification names no answer of a write that sends no JSON: its good status is the answer. */
function isBare(row: Call): boolean {
  return row.method !== 'GET' && row.body !== 'json';
}

function namedOutcome(row: Call, text: string) {
  const answer = jsonOf(text);
  const parsed = row.answer.safeParse(answer);
  if (parsed.success) return { ok: true, data: parsed.data } as const;
  return Array.isArray(answer) ? listOutcome(row, text, answer) : foreign(text);
}

/** Our own server's lists are never read so: it loads when it is needed. */
async function listOutcome(row: Call, text: string, answer: readonly unknown[]): Promise<Outcome> {
  const { readForeignRows } = await import('./foreign-rows.ts');
  const foreignRows = readForeignRows(row, answer);
  const readable = row.answer.safeParse(foreignRows?.rows);
  if (foreignRows === undefined || !readable.success) return foreign(text);
  return { ok: true, data: readable.data };
}

function bareOutcome(row: Call, text: string): Outcome {
  if (isPage(text)) return foreign(text);
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
