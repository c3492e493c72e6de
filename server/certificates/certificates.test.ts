import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { DAY_MS } from '../../contract/limits.ts';
import { selfSigned } from '../../tests/doubles/self-signed.ts';
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../tests/doubles/webhook-receiver.ts';
import { quietMesh } from '../../tests/server/mesh/quiet-mesh.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';
import { dayOf } from '../config/certificate.ts';
import { listOpenIncidents } from '../incidents/rows.ts';
import { listCertificates } from './rows.ts';

const START = Date.UTC(2026, 10, 26, 12);
const FIRST_END = START + 30 * DAY_MS;
const RULE = {
  ...{ name: 'Ends', enabled: true, about: 'certificate', platforms: [], status: 'warning' },
  ...{ afterSec: 0, repeatMin: null, recovered: true, quiet: null },
};

/** As a certificate has it, in UTC. */
const until = (time: number) =>
  selfSigned({ to: `${new Date(time).toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z` });

let now = START;
let web: Server;
let server: TestServer;
let cookie: string;
let receiver: WebhookReceiver;
let dataDir: string;
beforeEach(async () => {
  now = START;
  dataDir = await temporaryDir();
  receiver = await startWebhookReceiver();
  web = createServer(until(FIRST_END), (_, answer) => answer.end());
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  await start();
  ({ cookie } = await server.signUp());
  onTestFinished(async () => {
    await server.close();
    await receiver.close();
    web.closeAllConnections();
    web.close();
  });
});

async function start(): Promise<void> {
  server = await startServer({
    now: () => now,
    env: { DATA_DIR: dataDir, ALERT_PRIVATE_TARGETS: '127.0.0.1' },
    configure: quietMesh(),
  });
}

const get = async (path: string) => (await server.call(path, { cookie })).json();
const post = async (path: string, json: unknown) => {
  const answer = await server.call(path, { cookie, json });
  expect(answer.status).toBe(200);
  return answer.json();
};
const probe = async () => {
  expect((await server.call('/api/mesh/manual-reconnect', { cookie, method: 'POST' })).status).toBe(
    200,
  );
};
const log = async (): Promise<string[]> =>
  (await get('/api/activity/logs'))
    .map(({ message }: { message: string }) => message)
    .filter((message: string) => message.startsWith('Certificate'));
const addShop = () => {
  const { port } = web.address() as AddressInfo;
  return post('/api/mesh/platforms', {
    ...{ kind: 'web', name: 'Shop', url: `https://127.0.0.1:${port}`, tls: 'any' },
  });
};
const shown = (days: number) =>
  vi.waitFor(async () =>
    expect(await get('/api/mesh/certificates')).toEqual([
      {
        ...{ platform: 'shop', name: 'Shop', issuer: 'test', names: ['127.0.0.1'] },
        ...{ notAfter: START + days * DAY_MS, seenAt: expect.any(Number) },
      },
    ]),
  );

test('is alerted of once at 21 days, at 7 days and when it is renewed, also over a restart, and is no downtime', async () => {
  await post('/api/alerts/channels', {
    ...{ kind: 'webhook', name: 'Hook', enabled: true, template: 'json', url: receiver.url },
  });
  const channel = (await get('/api/alerts/channels')).find(
    ({ kind }: { kind: string }) => kind === 'webhook',
  );
  await post('/api/alerts/rules', { ...RULE, channels: [channel.id] });
  const platformsAlone = { ...RULE, name: 'Down', about: 'platform', channels: [channel.id] };
  await post('/api/alerts/rules', platformsAlone);
  const events = () =>
    receiver.received.map(({ body }) => {
      const { event, severity, title, link } = JSON.parse(body);
      return [event, severity, title, new URL(link).pathname];
    });
  await addShop();
  await shown(30);
  expect(await log()).toEqual([]);

  now = START + 10 * DAY_MS;
  await probe();
  await probe();
  const link = '/mesh-network/shop';
  const expires = `Certificate of Shop expires on ${dayOf(FIRST_END)}`;
  const first = ['certificate', 'warning', expires, link];
  await expect.poll(events).toEqual([first]);
  expect(await log()).toEqual([expires]);
  expect((await get('/api/notifications'))[0]).toMatchObject({ title: expires, link });

  await server.close();
  await start();
  await probe();
  now = START + 24 * DAY_MS;
  await probe();
  const second = ['certificate', 'error', expires, link];
  await expect.poll(events).toEqual([first, second]);
  expect(await get('/api/incidents')).toEqual([]);

  web.setSecureContext(until(START + 200 * DAY_MS));
  await probe();
  await shown(200);
  const renewed = ['renewed', 'success', 'Certificate of Shop was renewed', link];
  await expect.poll(events).toEqual([first, second, renewed]);
  expect(await log()).toHaveLength(3);
  expect(await get('/api/incidents')).toEqual([]);
  const { uptime } = await get('/api/mesh/platforms/shop');
  expect(uptime.every(({ down }: { down: number }) => down === 0)).toBe(true);
});

test('is kept as it was last seen while the platform is down, and its alert ends with a pause', async () => {
  const { id } = await addShop();
  await shown(30);
  web.closeAllConnections();
  await new Promise<unknown>((resolve) => web.close(resolve));
  now = START + 24 * DAY_MS;
  await probe();
  await shown(30);
  expect(await log()).toHaveLength(1);
  expect(await (await server.call('/metrics', { cookie })).text()).toContain(
    `meridian_platform_certificate_not_after_timestamp_seconds{platform="shop",name="Shop",kind="web",group=""} ${FIRST_END / 1000}`,
  );
  const open = () => listOpenIncidents(server.node.db, 'certificate');
  expect(await open()).toMatchObject([{ platform: 'shop', status: 'error' }]);
  await post(`/api/mesh/platforms/${id}/pause`, { paused: true });
  await probe();
  expect(await open()).toEqual([]);
});

test('is forgotten with its platform', async () => {
  const { id } = await addShop();
  await shown(30);
  await post(`/api/mesh/platforms/${id}/remove`, { history: 'erase' });
  await expect.poll(() => get('/api/mesh/certificates')).toEqual([]);
  await probe();
  expect(await listCertificates(server.node.db)).toEqual([]);
});

test('of this server is followed like those of platforms', async () => {
  const tls = until(Date.now() + 20 * DAY_MS);
  const own = await startServer({ alone: true, configure: (config) => ({ ...config, tls }) });
  onTestFinished(own.close);
  const messages = async () =>
    (await own.node.db.selectFrom('activity').select('message').execute()).map(
      ({ message }) => message,
    );
  await expect
    .poll(messages)
    .toContainEqual(expect.stringMatching(/^Certificate of Meridian expires on \d{4}-\d\d-\d\d$/));
  expect(await listCertificates(own.node.db)).toMatchObject([
    { platform: 'meridian', issuer: 'test', names: ['127.0.0.1'] },
  ]);
});
