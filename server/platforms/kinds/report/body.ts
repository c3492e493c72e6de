import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { TEXT_MAX } from '../../../../contract/limits.ts';
import { REPORT_WORDS } from '../../../../contract/sent/queries.ts';
import { bodyText } from '../../../base/body-text.ts';
import { codingsOf, decoded, unknownCoding } from '../../../base/content-coding.ts';
import { httpError } from '../../../base/http-error.ts';
import { shorten } from '../../../base/shorten.ts';
import { readFirst } from '../../../http/request-body.ts';
import type { Report } from '../../rows/reports.ts';

/** Of a longer body the rest is not looked at. */
const BODY_MAX_BYTES = 256 * 1024;

/**
 * What a job says of itself, behind its address, in the query or in a body of whatever type: its status and a message. A down
 * counts wherever it stands, and a body that says nothing is the call of a job that is up.
 *
 * @param behind what stands behind its address: a status, or the exit code of a program
 * @throws HttpError when the query has a word that is no status; a body of another program may have one
 */
export async function readReportRequest(
  { raw, url }: FastifyRequest,
  behind = '',
): Promise<Omit<Report, 'at'>> {
  const query = [...new URLSearchParams(url.split('?').slice(1).join('?'))];
  const asked = [statusIn(behind), ...valuesOf(query, 'status')].map(plain).filter(Boolean);
  const wrong = asked.find((word) => !isUp(word) && !isDown(word));
  if (wrong !== undefined)
    throw httpError(400, `status must be one of ${Object.values(REPORT_WORDS).flat().join(', ')}.`);
  const [type] = raw.headersDistinct['content-type'] ?? [];
  const coding = raw.headers['content-encoding'];
  const body = await readFirst(raw, BODY_MAX_BYTES).catch(() => {
    throw httpError(400, 'The request broke off.');
  });
  const text = await textOf(body, type, coding);
  const fields = fieldsIn(text);
  const words = [text, ...valuesOf(fields, 'status')].map(plain);
  const status = [...asked, ...words].some(isDown) ? 'down' : 'up';
  const said = [query, fields].flatMap((all) =>
    ['message', 'msg'].flatMap((name) => valuesOf(all, name)),
  );
  return { status, message: shorten(said.map(line).find(Boolean) ?? '', TEXT_MAX.search) };
}

const statusIn = (behind: string): string =>
  /^\d+$/.test(behind) ? (Number(behind) === 0 ? 'up' : 'down') : behind;

const isUp = (word: string) => REPORT_WORDS.up.some((one) => one === word);
const isDown = (word: string) => REPORT_WORDS.down.some((one) => one === word);
/** Shells leave quotation marks. */
const plain = (text: string) => text.replace(/["']/g, '').trim().toLowerCase();
const line = (text: string) => text.replace(/[\p{C}\s]+/gu, ' ').trim();

/** A body that is not coded as it says, or in a way that nobody here knows, is read as it is. */
async function textOf(bytes: Buffer, type?: string, header?: string): Promise<string> {
  const codings = codingsOf(header);
  if (codings.length === 0 || unknownCoding(codings) !== undefined) return bodyText(bytes, type);
  const body = decoded(Readable.from([bytes]), codings);
  return bodyText(await readFirst(body, BODY_MAX_BYTES).catch(() => bytes), type);
}

type Fields = readonly (readonly [name: string, value: unknown])[];

/** @returns what fields of a name say, in whatever case that is written */
const valuesOf = (fields: Fields, name: string): string[] =>
  fields.flatMap(([own, value]) => (plain(own) === name ? wordsOf(value) : []));

/** Parts of a form with files (RFC 7578). */
const PARTS = /name="?(\w+)"?\r?\n(?:.+\r?\n)*\r?\n(.*)/g;
/** Lines of YAML, and a form that a file holds. */
const LINES = /^[ \t]*(\w+)[ \t]*[:=](.*)/gm;
/** What is left of JSON that a shell took the quotes of, that breaks off, or that is a line for each. */
const REMAINS = /\b(\w+)["']?\s*:\s*["']?([^"',}]*)/g;

/** Clients send JSON as a form and a form as text: the text itself says what it is. */
function fieldsIn(text: string): Fields {
  const start = text.trimStart();
  const found = (pattern: RegExp): Fields =>
    [...start.matchAll(pattern)].map(([, name = '', value = '']) => [name, value]);
  if (/^--.+\r?\n/.test(start)) return found(PARTS);
  if (!/^[[{"]/.test(start)) {
    const forms = start.split(/[\r\n]+/).flatMap((form) => [...new URLSearchParams(form)]);
    return [...forms, ...found(LINES)];
  }
  const value = tried(() => JSON.parse(start));
  if (value === undefined) return found(REMAINS);
  return [value].flat().flatMap((one) => Object.entries(Object(one)));
}

const wordsOf = (value: unknown): string | string[] =>
  typeof value === 'string'
    ? value
    : value == null
      ? []
      : (tried(() => JSON.stringify(value)) ?? []);

/** What another program writes may be no JSON, or deeper than can be written. */
function tried<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
