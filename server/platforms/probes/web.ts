import { type IncomingMessage, request } from 'node:http';
import type { WebCheck, WebSecrets } from '../../../contract/sent/platform.ts';
import { found, TransportError } from '../../mesh/failure.ts';
import type { ProbeOutcome } from '../../mesh/peers/peer-status.ts';
import { failureOf, openSocket, type ProbeContext } from './connect.ts';

const BODY_MAX_BYTES = 1024 * 1024;
const HEADERS_MAX_BYTES = 32 * 1024;
const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

interface Answer {
  readonly status: number;
  /** Undefined where it was not read. */
  readonly body: string | undefined;
}

/** @throws TransportError when there is no complete answer */
export async function probeWeb(
  check: WebCheck,
  secrets: WebSecrets,
  context: ProbeContext,
): Promise<ProbeOutcome> {
  const started = context.elapsed();
  const answer = await follow(check, secrets, context);
  const latencyMs = Math.round((context.elapsed() - started) * 10) / 10;
  const problem = problemOf(check, answer);
  return problem === null
    ? { answered: true, latencyMs }
    : { answered: false, failure: found(problem) };
}

async function follow(
  check: WebCheck,
  secrets: WebSecrets,
  context: ProbeContext,
): Promise<Answer> {
  const first = new URL(check.url);
  let [url, method] = [first, check.method];
  for (let left = check.redirects; ; left--) {
    const started = context.elapsed();
    // Secrets are for the host that they were entered for.
    const own = url.origin === first.origin ? secrets : {};
    const response = await send(url, { method, tls: check.tls, secrets: own }, context);
    const status = response.statusCode ?? 0;
    context.say(`Answered ${status} in ${Math.round(context.elapsed() - started)} ms`);
    const { location } = response.headers;
    if (check.redirects === 0 || status < 300 || status >= 400 || location === undefined)
      return { status, body: await readBody(check, response, context) };
    response.destroy();
    if (left === 0) throw new TransportError('too-many-redirects');
    url = redirectOf(location, url);
    if (status !== 307 && status !== 308 && method === 'POST') method = 'GET';
    context.say(`Redirected to ${url.origin}${url.pathname}`);
  }
}

function redirectOf(location: string, from: URL): URL {
  const to = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
  if (to === undefined || !(to.protocol in PORTS)) throw new TransportError('redirected');
  return to;
}

interface WebRequest {
  readonly method: WebCheck['method'];
  readonly tls: WebCheck['tls'];
  readonly secrets: WebSecrets;
}

async function send(
  url: URL,
  { method, tls, secrets }: WebRequest,
  context: ProbeContext,
): Promise<IncomingMessage> {
  const port = Number(url.port) || (PORTS[url.protocol] ?? 80);
  const isSecure = url.protocol === 'https:';
  const target = { host: url.hostname, port, tls: isSecure ? tls : 'none' } as const;
  const socket = await openSocket(target, context);
  return new Promise((resolve, reject) => {
    const outgoing = request({
      method,
      path: `${url.pathname}${url.search}`,
      createConnection: () => socket,
      maxHeaderSize: HEADERS_MAX_BYTES,
      setHost: false,
      signal: context.signal,
      headers: {
        'user-agent': 'meridian',
        accept: '*/*',
        ...headersOf(secrets),
        host: url.host,
        ...(method === 'POST' && { 'content-length': '0' }),
      },
    });
    outgoing.on('error', (error) => reject(failureOf(error, context.signal)));
    outgoing.on('response', resolve);
    outgoing.end();
  });
}

function headersOf({ auth, headers }: WebSecrets): Record<string, string> {
  if (!auth) return { ...headers };
  const scheme =
    'token' in auth
      ? `Bearer ${auth.token}`
      : `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}`;
  return { ...headers, authorization: scheme };
}

/** Read only if something is looked for in it. */
function readBody(
  { word, json }: WebCheck,
  response: IncomingMessage,
  { signal }: ProbeContext,
): Promise<string | undefined> {
  if (word === null && json === null) {
    response.destroy();
    return Promise.resolve(undefined);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > BODY_MAX_BYTES) response.destroy(new TransportError('too-large'));
      else chunks.push(chunk);
    });
    response.once('error', (error) => reject(failureOf(error, signal)));
    response.once('end', () => resolve(Buffer.concat(chunks).toString()));
  });
}

/** @returns what is wrong with an answer; null: nothing */
function problemOf(
  { statuses, word, json }: WebCheck,
  { status, body = '' }: Answer,
): string | null {
  if (!isIn(statuses, status)) return `answered ${status} instead of ${statuses}`;
  if (word !== null && !body.includes(word)) return `the answer does not have "${word}"`;
  if (json === null) return null;
  const value = valueAt(body, json.path);
  if (value === undefined) return `the answer has no value at ${json.path}`;
  return value === json.value ? null : `${json.path} is ${value} instead of ${json.value}`;
}

const isIn = (statuses: string, status: number): boolean =>
  statuses.split(',').some((range) => {
    const [from = 0, to = from] = range.split('-').map(Number);
    return status >= from && status <= to;
  });

/** @returns the value as a text; undefined: the text is no JSON, or has none there */
function valueAt(text: string, path: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
