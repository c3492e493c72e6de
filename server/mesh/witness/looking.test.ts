import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Witnessing } from '../../../contract/sent/platform.ts';
import type { IncidentDetails } from '../../../contract/shapes/incident.ts';
import type { Witnesses } from '../../../contract/shapes/witness.ts';
import { freePort } from '../../../scripts/free-port.mjs';
import { quietMesh } from '../../../tests/server/mesh/quiet-mesh.ts';
import { startServer, type TestServer } from '../../../tests/server/start-server.ts';

// Three servers, and a site that one of them loses.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const SECRETS = { auth: { token: 'hidden-token' }, headers: { 'x-key': 'hidden-header' } };
const QUERY = 'key=hidden-query';
const SITES = '/api/mesh/platforms';
const named = (id: string) => ({ id, name: id.replace(/^./, (first) => first.toUpperCase()) });

let site: Server;
/** Requests that the site has got, as their headers; those with the key fail. */
const asked: string[] = [];
let isBroken = false;
const wires = new Map<string, Wire>();
const servers = new Map<string, TestServer>();
const cookies = new Map<string, string>();

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const listening = (server: Server) =>
  new Promise<Server>((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));

/** All that a node sends a peer, and all that it is answered. */
interface Wire {
  readonly server: Server;
  sent: string;
  answered: string;
  /** As a node of an earlier release. */
  isOld: boolean;
}

async function openWire(port: number): Promise<Wire> {
  const server = createServer((from, to) => {
    if (wire.isOld && from.url === '/mesh/look') return to.writeHead(404).end('{}');
    const { method = 'GET', url: path = '/', headers } = from;
    from.on('data', (bytes) => {
      wire.sent += `${path} ${bytes}\n`;
    });
    const onward = request({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('data', (bytes) => {
        wire.answered += `${path} ${bytes}\n`;
      });
      answer.pipe(to);
    });
    onward.on('error', () => to.destroy());
    return from.pipe(onward);
  });
  const wire: Wire = { server: await listening(server), sent: '', answered: '', isOld: false };
  return wire;
}

beforeAll(async () => {
  site = createServer(({ url, headers }, answer) => {
    asked.push(JSON.stringify({ url, ...headers }));
    answer.writeHead(isBroken && headers['x-key'] ? 503 : 200).end('well');
  });
  await listening(site);
  const ids = ['north', 'south', 'east'];
  const ports = new Map<string, number>();
  for (const id of ids) ports.set(id, await freePort());
  for (const id of ids) wires.set(id, await openWire(ports.get(id) ?? 0));
  for (const id of ids) {
    const platforms = ids
      .filter((one) => one !== id)
      .map((one) => ({
        ...named(one),
        domain: `${one}.mesh.example`,
        address: `http://127.0.0.1:${portOf(wireOf(one).server)}`,
      }));
    const node = { ...named(id), domain: `${id}.mesh.example` };
    const probe = { intervalSec: 1, lateMs: 20_000, timeoutMs: 10_000 };
    servers.set(
      id,
      await startServer({
        env: { PORT: String(ports.get(id)) },
        configure: quietMesh({ node, platforms, probe, witnesses: 1 }),
      }),
    );
  }
  // The first account of a server is its admin.
  for (const [id, server] of servers) cookies.set(id, (await server.signUp()).cookie);
});

afterAll(async () => {
  await Promise.all([...servers.values()].map((one) => one.close()));
  for (const { server } of [{ server: site }, ...wires.values()]) server.close();
});

function serverOf(id: string): TestServer {
  const server = servers.get(id);
  if (server === undefined) throw new Error(`there is no ${id}`);
  return server;
}
function wireOf(id: string): Wire {
  const wire = wires.get(id);
  if (wire === undefined) throw new Error(`there is no wire to ${id}`);
  return wire;
}

const callAt = (id: string) => (path: string, json?: unknown) =>
  serverOf(id).call(path, { cookie: cookies.get(id) ?? '', json });

async function post(path: string, json: unknown) {
  const answer = await callAt('north')(path, json);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.json();
}
const get = async (path: string) => (await callAt('north')(path)).json();
const agree = (peer: string, agreed: Witnessing) =>
  post('/api/settings/witnesses', { peer, ...agreed });
const looks = { max: 10, kinds: ['web' as const], inner: false };
/** What a peer's admin agrees to. */
async function agreeAt(id: string, agreed: { looks: Witnessing['looks'] }) {
  const json = { peer: 'north', asks: false, ...agreed };
  const { status } = await callAt(id)('/api/settings/witnesses', json);
  expect(status).toBe(200);
}
const witnessed = (isSo: (witnesses: Witnesses) => void) =>
  vi.waitFor(async () => isSo(await get('/api/mesh/witnesses')), { timeout: 30_000, interval: 50 });
const agreement = (text: string) =>
  witnessed(({ agreements }) => expect(agreements?.map((one) => one.text)).toContain(text));

test('a site is looked at by who agreed, and nobody is told what is secret', async () => {
  const url = `http://127.0.0.1:${portOf(site)}/health`;
  const shop = { kind: 'web', name: 'Shop', url: `${url}?${QUERY}`, secrets: SECRETS };
  const { id } = await post(SITES, { ...shop, witnessed: 'plain' });
  // What has secrets is told to nobody unless an admin says that it is as good without.
  await post(SITES, { ...shop, name: 'Vault' });
  await post(SITES, { kind: 'tcp', name: 'Port', host: '127.0.0.1', port: portOf(site) });

  await agree('south', { asks: true, looks: null });
  await agreement('South looks at nothing for this node');
  expect(wireOf('south').sent).not.toContain(url);

  await agreeAt('south', { looks });
  const port = 'Port (this kind is not agreed on)';
  const inner = 'Shop (a private address, or one that is never called)';
  await agreement(`South looks at 0 of 2 platforms of this node, not at ${inner} and ${port}`);

  await agreeAt('south', { looks: { ...looks, inner: true } });
  await agreement(`South looks at 1 of 2 platforms of this node, not at ${port}`);
  await witnessed(({ platforms, statements }) => {
    expect(platforms).toMatchObject([{ id, verdict: 'up', text: 'South reaches it' }]);
    expect(statements.filter(({ about }) => about === id).map(({ from }) => from)).toEqual([
      'north',
      'south',
    ]);
  });

  isBroken = true;
  const text = 'This node accepts no answer of Shop; South reaches it';
  const incident = await vi.waitFor(
    async () => {
      const list: IncidentDetails[] = await get('/api/incidents');
      const one = list.find(({ platform, scope }) => platform === id && scope === 'line');
      if (one === undefined) throw new Error('there is no incident yet');
      return one;
    },
    { timeout: 30_000, interval: 50 },
  );
  const { testimony } = await get(`/api/incidents/${incident.id}`);
  expect(testimony).toMatchObject({ text, statements: [{ name: 'North' }, { name: 'South' }] });

  // East was told nothing: no address, no id. South was told the address alone.
  expect(wireOf('east').sent).toContain('/mesh/probe');
  expect(wireOf('east').sent).not.toMatch(/127\.0\.0\.1|shop|vault|hidden/i);
  expect(wireOf('south').sent).toContain(`"url":"${url}"`);
  expect(wireOf('south').sent).not.toMatch(/hidden|vault|x-key|"name"/i);
  expect(wireOf('north').answered).toContain('/mesh/probe');
  expect(wireOf('north').answered).not.toMatch(/shop|vault|hidden|"url"/i);
  const ofPeers = asked.filter((one) => !one.includes('hidden-header'));
  expect(ofPeers.length).toBeGreaterThan(0);
  expect(ofPeers.join()).not.toContain('hidden');

  // What was agreed on is over with a word, at both ends, and an earlier release is understood.
  wireOf('east').isOld = true;
  await agree('east', { asks: true, looks: null });
  await agreement('East is of an earlier release, which looks at nothing');
  await agreeAt('south', { looks: null });
  await agreement('South looks at nothing for this node');
  await witnessed(({ platforms }) => expect(platforms).toEqual([]));
});
