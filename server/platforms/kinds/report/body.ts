import { constants } from 'node:os';
import { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { REPORT_WORDS, RunNameSchema } from '../../../../contract/sent/queries.ts';
import { proseOf } from '../../../../contract/sent/text.ts';
import { TEXT_MAX } from '../../../../contract/text-limits.ts';
import { bodyText } from '../../../base/body-text.ts';
import { codingsOf, decoded, unknownCoding } from '../../../base/content-coding.ts';
import { httpError } from '../../../base/http-error.ts';
import { shorten } from '../../../base/shorten.ts';
import { readEnds, readFirst } from '../../../http/request-body.ts';
import type { Report } from '../../rows/reports.ts';
import { endOfLog, LOG_MAX_BYTES } from '../../rows/runs.ts';

/** In what is longer no status and no message are looked for. */
const BODY_MAX_BYTES = 256 * 1024;
/** Of what is longer the end is not known. */
const READ_MAX_BYTES = 8 * 1024 * 1024;

interface ReportRequest extends Omit<Report, 'at'> {
  /** That its run has; null: it has none. */
  readonly rid: string | null;
  /** Of a program; null: it says none. */
  readonly exitStatus: number | null;
  /** The end of its body, as text. */
  readonly log: string;
}

/**
 * What a job says of itself, behind its address, in the query or in a body of whatever type: its status and a message. A down
 * counts wherever it stands, unless the address says how the run ended: then the body is its log. A body that says nothing is the
 * call of a job that is up.
 *
 * @param behind what stands behind its address: a status, the exit status of a program, or `start`
 * @throws HttpError when the query has a word that is no status; a body of another program may have one
 */
export async function readReportRequest(
  { raw, url }: FastifyRequest,
  behind: string,
): Promise<ReportRequest> {
  const query = [...new URLSearchParams(url.split('?').slice(1).join('?'))];
  const exitStatus = exitStatusIn(behind);
  const ended = exitStatus === null ? behind : exitStatus === 0 ? 'up' : 'down';
  const asked = [behind === 'start' ? '' : ended, ...valuesOf(query, 'status')]
    .map(plain)
    .filter(Boolean);
  const wrong = asked.find((word) => !isUp(word) && !isDown(word));
  if (wrong !== undefined)
    throw httpError(400, `status must be one of ${Object.values(REPORT_WORDS).flat().join(', ')}.`);
  const [rid = null] = valuesOf(query, 'rid').map(plain).filter(Boolean);
  if (rid !== null && !z.safeParse(RunNameSchema, rid).success)
    throw httpError(400, 'rid must be a UUID.');
  const { text, log } = await readBody(raw);
  const fields = fieldsIn(text);
  const words = behind === '' ? [text, ...valuesOf(fields, 'status')].map(plain) : [];
  const status = [...asked, ...words].some(isDown) ? 'down' : 'up';
  const said = [query, fields].flatMap((all) =>
    ['message', 'msg'].flatMap((name) => valuesOf(all, name)),
  );
  const failed = exitStatus ? `exit status ${exitStatus}` : '';
  const message = shorten(said.map(line).find(Boolean) ?? failed, TEXT_MAX.search);
  return { status, message, rid, exitStatus, log };
}

/** 0 to 255, and on Windows more or less. systemd has the name of a signal in its place: that counts as in a shell. */
function exitStatusIn(behind: string): number | null {
  if (/^-?\d{1,10}$/.test(behind)) return Number(behind);
  const [, signal] =
    Object.entries(constants.signals).find(([name]) => name === `SIG${behind}`) ?? [];
  return signal === undefined ? null : 128 + signal;
}

const isUp = (word: string) => REPORT_WORDS.up.some((one) => one === word);
const isDown = (word: string) => REPORT_WORDS.down.some((one) => one === word);
/** Shells leave quotation marks. */
const plain = (text: string) => text.replace(/["']/g, '').trim().toLowerCase();
const line = (text: string) => text.replace(/[\p{C}\s]+/gu, ' ').trim();

async function readBody(raw: FastifyRequest['raw']) {
  const [type] = raw.headersDistinct['content-type'] ?? [];
  const sizes = { firstMax: BODY_MAX_BYTES, lastMax: LOG_MAX_BYTES, readMax: READ_MAX_BYTES };
  const { first, last } = await readEnds(raw, sizes).catch(() => {
    throw httpError(400, 'The request broke off.');
  });
  const codings = codingsOf(raw.headers['content-encoding']);
  const text = await textOf(first, codings, type);
  const isLong = codings.length === 0 && first.length === BODY_MAX_BYTES;
  return { text, log: logIn(isLong ? bodyText(fromCharacter(last), type) : text) };
}

/** @returns the bytes from the beginning of a character of UTF-8 on */
function fromCharacter(bytes: Buffer): Buffer {
  const start = bytes.findIndex((byte) => (byte & 0xc0) !== 0x80);
  return bytes.subarray(start < 4 ? Math.max(0, start) : 0);
}

/** @returns its end as it can be stored and shown: terminals get colours by control characters */
const logIn = (text: string): string =>
  z.parse(proseOf(LOG_MAX_BYTES, 0), endOfLog(stripVTControlCharacters(text)));

/** A body that is not coded as it says, or in a way that nobody here knows, is read as it is. */
async function textOf(bytes: Buffer, codings: string[], type?: string): Promise<string> {
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
