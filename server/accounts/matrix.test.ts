import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { CALLS } from '../../contract/calls.ts';
import { API_REFERENCE_PATH, type CallName, pathOf, RESUMABLE_PATH } from '../../contract/paths.ts';
import { type Callers, createCallers } from '../../tests/server/people/callers.ts';
import {
  CALLERS,
  type Caller,
  EXPECTED,
  expectedOutcome,
  type Pattern,
} from '../../tests/server/people/expected-access.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';

let server: TestServer;
let callers: Callers;
beforeAll(async () => {
  server = await startServer({ alone: true, env: { TRUSTED_PROXIES: '1' } });
  callers = await createCallers(server);
});
afterAll(() => server.close());

const NAMES = Object.keys(CALLS) as CallName[];
const PARAMS = {
  ...{ id: randomUUID(), challenge_id: randomUUID(), platform: 'nowhere', range: '1h' },
  secret: 'none',
  run: '1',
};
/** As the server's router spells it. */
const routeOf = (name: CallName) => CALLS[name].path.replace(/\{(\w+)\}/g, ':$1');
const pathFor = (name: CallName) => pathOf(name, { ...PARAMS, sha256: '0'.repeat(64) });

const hasRoute = (name: CallName) =>
  server.node.app.hasRoute({ method: CALLS[name].method, url: routeOf(name) });

/**
 * Nothing is harmed by a request that is allowed: a write has a content type that no call accepts, which is refused by
 * 415 between the check of the role and the handler.
 */
const HARMLESS = { 'content-type': 'text/plain' };

let requests = 0;
/** Each request comes from another address, through a proxy: wrong tokens are limited by address. */
const headersOf = (caller: Caller) => {
  requests += 1;
  const address = `10.0.${requests >> 8}.${requests & 255}`;
  return { 'x-forwarded-for': address, ...callers[caller] };
};

/** Without a socket in between: there are thousands of requests. */
const send = (
  method: Call['method'] | 'HEAD' | 'OPTIONS' | 'PATCH',
  url: string,
  headers: Readonly<Record<string, string>> = {},
  payload = '',
) => server.node.app.inject({ method, url, headers, payload });

/** @returns one answer in the words of `expected-access.ts` */
function outcomeOf(answer: Awaited<ReturnType<typeof send>>): string {
  if (answer.statusCode === 401) return '401';
  if (answer.statusCode !== 403) return 'yes';
  const body = answer.json<{ message: string; confirm?: object }>();
  expect(body.message).toMatch(/\.$/);
  return body.confirm === undefined ? '403' : 'confirm';
}

/** Sends one request for each caller. @returns `caller: outcome` of each, as expected and as answered */
async function compare(method: Call['method'], path: string, pattern: Pattern) {
  const expected = CALLERS.map((caller) => `${caller}: ${expectedOutcome(pattern, caller)}`);
  const answered: string[] = [];
  for (const caller of CALLERS) {
    const body = method === 'GET' ? undefined : 'x';
    const answer = await send(method, path, { ...HARMLESS, ...headersOf(caller) }, body);
    if (method !== 'GET' && ![401, 403, 404].includes(answer.statusCode))
      expect([path, answer.statusCode]).toEqual([path, 415]);
    answered.push(`${caller}: ${outcomeOf(answer)}`);
  }
  return { expected, answered };
}

describe('every call of the table is answered to each caller as expected', () => {
  test.each(NAMES)('%s', async (name) => {
    const { method }: Call = CALLS[name];
    expect(hasRoute(name)).toBe(true);
    const { expected, answered } = await compare(method, pathFor(name), EXPECTED[name]);
    expect(answered).toEqual(expected);
  });
});

test('a HEAD request is refused like the read', async () => {
  for (const name of NAMES.filter((one) => CALLS[one].method === 'GET')) {
    if (CALLS[name].access === 'public') continue;
    const { statusCode } = await send('HEAD', pathFor(name));
    expect([name, statusCode]).toEqual([name, 401]);
  }
});

/** Routes that are not in the table of calls, with what protects them. */
const OTHER_ROUTES: readonly (readonly [Parameters<typeof send>[0], string, Pattern])[] = [
  ['GET', '/ws', 'all'],
  ['GET', '/metrics', 'metrics'],
  ['GET', '/healthz', 'everybody, always'],
  ['GET', '/readyz', 'everybody, always'],
  ...['', '/feed.atom', '/summary.json', '/badge.svg'].map(
    (end) => ['GET', `/status${end}`, 'everybody, always'] as const,
  ),
  ['GET', '/api/settings/status-page/preview', 'admin'],
  ['GET', '/api/openapi.json', 'viewer'],
  ['GET', API_REFERENCE_PATH, 'viewer'],
  ['OPTIONS', RESUMABLE_PATH, 'operator'],
  ['POST', RESUMABLE_PATH, 'operator'],
  ['HEAD', `${RESUMABLE_PATH}/:id`, 'operator'],
  ['PATCH', `${RESUMABLE_PATH}/:id`, 'operator'],
  ['DELETE', `${RESUMABLE_PATH}/:id`, 'operator'],
];

test.each(OTHER_ROUTES)('%s %s is answered to each caller as expected', async (method, path, p) => {
  for (const caller of CALLERS) {
    const url = path.replace(':id', PARAMS.id);
    // The answer to HEAD has no body, and none of these asks to confirm.
    const { statusCode: status } = await send(method, url, headersOf(caller));
    const outcome = status === 401 || status === 403 ? String(status) : 'yes';
    expect([caller, outcome]).toEqual([caller, expectedOutcome(p, caller)]);
  }
});

/** What no account is asked for: this node's keys, the calls of peers, which are signed, the answer to a share, and reports and metrics. */
const FOR_EVERYBODY =
  /^(?:GET \/\.well-known|POST \/mesh|POST \/share$|(?:GET|HEAD|PUT) \/api\/reports\/:secret$|POST \/api\/reports\/:secret\/v1\/metrics$)/;

test('every route is in the table of calls, listed above, or for everybody', async () => {
  const audit = await server.call('/api/run-endpoint-audit', { headers: callers.admin });
  const { endpoints } = (await audit.json()) as { endpoints: { method: string; path: string }[] };
  const listed = new Set([
    ...NAMES.map((name) => `${CALLS[name].method} ${routeOf(name)}`),
    ...OTHER_ROUTES.map(([method, path]) => `${method} ${path}`),
  ]);
  const routes = endpoints.map(({ method, path }) => `${method} ${path}`);
  expect(routes.length).toBeGreaterThan(60);
  expect(routes.filter((one) => !listed.has(one) && !FOR_EVERYBODY.test(one))).toEqual([]);
});
