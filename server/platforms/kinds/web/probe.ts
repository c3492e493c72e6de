import type { WebCheck, WebSecrets } from '../../../../contract/kinds/web.ts';
import { bodyText } from '../../../base/body-text.ts';
import { codingsOf, unknownCoding } from '../../../base/content-coding.ts';
import {
  type BodyReading,
  exchange,
  type HttpAnswer,
  type HttpHead,
} from '../../../outgoing/exchange.ts';
import { found } from '../../../outgoing/failure.ts';
import { TransportError } from '../../../outgoing/no-answer.ts';
import { latencyOf } from '../../../outgoing/timing.ts';
import type { ProbeOutcome } from '../../../round.ts';
import { connectOptions, type ProbeContext } from '../../probes/probe-context.ts';
import { createCookieJar } from './cookie-jar.ts';
import { isSameValue, jsonValueAt } from './json-value.ts';

const BODY_MAX_BYTES = 1024 * 1024;

/** @throws TransportError when there is no complete answer */
export async function probeWeb(
  check: WebCheck,
  secrets: WebSecrets,
  context: ProbeContext,
): Promise<ProbeOutcome> {
  const answer = await follow(check, secrets, context);
  const problem = problemOf(check, answer);
  return problem === null
    ? { answered: true, latencyMs: latencyOf(context.timing) }
    : { answered: false, failure: found(problem) };
}

async function follow(
  check: WebCheck,
  secrets: WebSecrets,
  context: ProbeContext,
): Promise<HttpAnswer> {
  const first = new URL(check.url);
  const jar = createCookieJar();
  let [url, method] = [first, check.method];
  for (let left = check.redirects; ; left--) {
    // Secrets are for the host that they were entered for.
    const own = url.origin === first.origin ? headersOf(secrets) : {};
    const cookie = [own.cookie, jar.header(url)].filter(Boolean).join('; ');
    const headers = { ...DEFAULTS, host: url.host, ...own, ...(cookie && { cookie }) };
    const started = context.elapsed();
    const bodyMaxBytes = (head: HttpHead) => {
      context.say(`Answered ${head.status} in ${Math.round(context.elapsed() - started)} ms`);
      return isRead(check, head) ? readingOf(check, head) : 0;
    };
    const options = { ...connectOptions(context), tls: check.tls, name: nameIn(own.host) };
    const answer = await exchange({ url, method, headers, bodyMaxBytes }, options, context);
    const location = locationIn(check, answer);
    if (location === undefined) return answer;
    if (left === 0) throw new TransportError('too-many-redirects');
    jar.store(url, answer.headers['set-cookie']);
    url = redirectOf(location, url);
    if (answer.status !== 307 && answer.status !== 308 && method === 'POST') method = 'GET';
    context.say(`Redirected to ${url.origin}${url.pathname}`);
  }
}

const DEFAULTS = { 'user-agent': 'meridian', accept: '*/*' };

/** As Node does, a `Host` header that was entered names the site in TLS too: one of several machines may be asked by its address. */
const nameIn = (host = ''): string | undefined =>
  host !== '' && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined;

function readingOf({ word, json }: WebCheck, { headers }: HttpHead): number | BodyReading {
  const all = codingsOf(headers['content-encoding']);
  // As browsers do: what nobody knows, such as the name of a character set, is read as it is.
  const codings = unknownCoding(all) === undefined ? all : [];
  const isEnough = (beginning: Buffer) =>
    word !== null && textOf({ headers, body: beginning }).includes(word);
  return { maxBytes: BODY_MAX_BYTES, codings, isEnough: json === null ? isEnough : undefined };
}

const textOf = ({ headers, body }: Omit<HttpAnswer, 'status'>): string =>
  bodyText(body, headers['content-type']);

/** @returns where it redirects to, if that is followed */
const locationIn = ({ redirects }: WebCheck, { status, headers }: HttpHead): string | undefined =>
  redirects > 0 && status >= 300 && status < 400 ? headers.location : undefined;

/** Only if something is looked for in it. */
const isRead = (check: WebCheck, head: HttpHead): boolean =>
  (check.word !== null || check.json !== null) && locationIn(check, head) === undefined;

/** @param given as Node reads headers: a character for each byte, which may be of UTF-8 */
function redirectOf(given: string, from: URL): URL {
  const location = bodyText(Buffer.from(given, 'latin1'));
  const to = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
  if (to === undefined || !/^https?:$/.test(to.protocol)) throw new TransportError('redirected');
  return to;
}

/** @returns what was entered, by names in lower case */
function headersOf({ auth, headers }: WebSecrets): Partial<Record<string, string>> {
  const given = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  if (!auth) return Object.fromEntries(given);
  const scheme =
    'token' in auth
      ? `Bearer ${auth.token}`
      : `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}`;
  return { ...Object.fromEntries(given), authorization: scheme };
}

/** @returns what is wrong with an answer; null: nothing */
function problemOf({ statuses, word, json }: WebCheck, answer: HttpAnswer): string | null {
  const { status, headers } = answer;
  if (!isIn(statuses, status)) return `answered ${status} instead of ${statuses}`;
  if (word === null && json === null) return null;
  const unknown = unknownCoding(codingsOf(headers['content-encoding']));
  const unread = unknown && `the answer is compressed by ${unknown}, which is not read`;
  const text = textOf(answer);
  if (word !== null && !text.includes(word)) return unread ?? `the answer does not have "${word}"`;
  if (json === null) return null;
  const value = jsonValueAt(text, json.path);
  if (value === null) return unread ?? 'the answer is not JSON';
  if (value === undefined) return `the answer has no value at ${json.path}`;
  return isSameValue(value, json.value)
    ? null
    : `${json.path} is ${value} instead of ${json.value}`;
}

const isIn = (statuses: string, status: number): boolean =>
  statuses.split(',').some((range) => {
    const [from = 0, to = from] = range.split('-').map(Number);
    return status >= from && status <= to;
  });
