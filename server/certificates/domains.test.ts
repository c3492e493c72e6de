import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/limits.ts';
import { quietMesh } from '../../tests/server/mesh/quiet-mesh.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';
import { createClock } from '../base/clock.ts';
import { dayOf } from '../config/certificate.ts';
import { soleTermJournal } from '../database/journal.ts';
import { listOpenIncidents } from '../incidents/rows.ts';
import { createDomainQuestions, readDomains } from './domains.ts';

const START = Date.UTC(2026, 10, 30);
const END = START + 40 * DAY_MS;

let now = START;
let server: TestServer;
let cookie: string;
/** A registry and IANA's list of it. */
let registry: Server;
let asked: string[] = [];
/** By name; others are not registered. A number is answered as that status. */
let names: Record<string, object | number> = {};

beforeEach(async () => {
  now = START;
  asked = [];
  names = {};
  registry = createServer(({ url = '' }, response) => {
    asked.push(url);
    const { port } = registry.address() as AddressInfo;
    const services = [[['localhost'], [`http://127.0.0.1:${port}/rdap`]]];
    const found = url === '/dns.json' ? { services } : names[url.replace('/rdap/domain/', '')];
    response.statusCode = typeof found === 'number' ? found : found ? 200 : 404;
    response.end(JSON.stringify(found ?? { errorCode: 404 }));
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  server = await startServer({ now: () => now, configure: quietMesh() });
  ({ cookie } = await server.signUp());
});
afterEach(async () => {
  await server.close();
  registry.closeAllConnections();
  registry.close();
});

const endsAt = (time: number) => ({
  objectClassName: 'domain',
  events: [
    { eventAction: 'registration', eventDate: '2001-01-01T00:00:00Z' },
    { eventAction: 'expiration', eventDate: new Date(time).toISOString() },
  ],
});
const get = async (path: string) => (await server.call(path, { cookie })).json();
const add = async (name: string, url: string) => {
  const json = { kind: 'web', name, url };
  expect((await server.call('/api/mesh/platforms', { cookie, json })).status).toBe(200);
};
function ask(): Promise<void> {
  const { db, journal, platforms } = server.node;
  const { port } = registry.address() as AddressInfo;
  const clock = createClock(() => now);
  const url = `http://127.0.0.1:${port}/dns.json`;
  const log = { warn: () => undefined, info: () => undefined, error: () => undefined };
  const onStored = async () => undefined;
  const deps = { db, journal: soleTermJournal(journal), clock, log, platforms, url, onStored };
  return createDomainQuestions(deps)(new AbortController().signal);
}
async function probe(): Promise<void> {
  await server.call('/api/mesh/manual-reconnect', { cookie, method: 'POST' });
}
const domains = async () =>
  (await get('/api/mesh/certificates')).filter(({ of }: { of?: string }) => of === 'domain');
const log = async (): Promise<string[]> =>
  (await get('/api/activity/logs'))
    .map(({ message }: { message: string }) => message)
    .filter((message: string) => message.startsWith('Domain'));

test('a domain is asked for once a day, for all web addresses in it, and said at 30 and 7 days', async () => {
  names['shop.localhost'] = endsAt(END);
  await add('Shop', 'http://www.eu.shop.localhost/health');
  await add('Api', 'http://api.shop.localhost');
  await add('Inside', 'http://10.1.2.3/');
  await ask();
  expect(asked).toEqual([
    '/dns.json',
    '/rdap/domain/www.eu.shop.localhost',
    '/rdap/domain/eu.shop.localhost',
    '/rdap/domain/shop.localhost',
  ]);
  await ask();
  expect(asked).toHaveLength(4);
  expect(await domains()).toEqual([
    {
      ...{ platform: 'shop', name: 'Shop', notAfter: END, issuer: '', names: ['shop.localhost'] },
      ...{ seenAt: START, of: 'domain' },
    },
  ]);
  await probe();
  expect(await log()).toEqual([]);

  for (const days of [11, 34]) {
    now = START + days * DAY_MS;
    await ask();
    await probe();
  }
  const again = ['/dns.json', '/rdap/domain/shop.localhost'];
  expect(asked.slice(4)).toEqual([...again, ...again]);
  const expires = `Domain shop.localhost expires on ${dayOf(END)}`;
  expect(await log()).toEqual([expires, expires]);
  expect(await listOpenIncidents(server.node.db, 'domain')).toMatchObject([
    { platform: 'shop', status: 'error', cause: `expires on ${dayOf(END)}` },
  ]);
  const causes = (await get('/api/incidents')).map(({ cause }: { cause: string }) => cause);
  expect(causes.filter((cause: string) => cause.includes('expires'))).toEqual([]);

  names['shop.localhost'] = endsAt(END + 365 * DAY_MS);
  now += 2 * DAY_MS;
  await ask();
  await probe();
  expect((await log())[0]).toBe(
    `Domain shop.localhost was renewed and is valid until ${dayOf(END + 365 * DAY_MS)}`,
  );
  expect(await listOpenIncidents(server.node.db, 'domain')).toEqual([]);
});

test('what no registry answers about is asked again the next day, and what was known stays', async () => {
  names['shop.localhost'] = endsAt(END);
  names['busy.localhost'] = 503;
  names['silent.localhost'] = {};
  await add('Shop', 'http://shop.localhost');
  await add('Busy', 'http://busy.localhost');
  await add('Silent', 'http://www.silent.localhost');
  await add('Elsewhere', 'http://shop.test');
  await ask();
  expect(await domains()).toHaveLength(1);
  names['shop.localhost'] = 429;
  const before = asked.length;
  await ask();
  expect(asked).toHaveLength(before);
  now += DAY_MS;
  await ask();
  expect(await domains()).toMatchObject([{ notAfter: END, seenAt: now }]);
  // Later the account would have to prove who it is.
  now = START;
  const json = { history: 'keep' };
  const path = '/api/mesh/platforms/shop/remove';
  expect((await server.call(path, { cookie, json })).status).toBe(200);
  await expect.poll(domains).toEqual([]);
  await ask();
  expect([...(await readDomains(server.node.db)).keys()]).toEqual([
    'busy.localhost',
    'silent.localhost',
    'shop.test',
  ]);
});
