import dns from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startWebhookReceiver } from '../doubles/webhook-receiver.ts';
import { startServer } from './start-server.ts';

const POLL = { timeout: 20_000, interval: 50 };

/** A server without platforms. @returns what adds a channel of alerts to its only rule, and a platform */
async function start() {
  const receiver = await startWebhookReceiver();
  const server = await startServer({
    env: { ALERT_PRIVATE_TARGETS: '127.0.0.1' },
    configure: ({ mesh, ...config }) => ({
      ...{ ...config, mesh: { ...mesh, platforms: [] } },
    }),
  });
  onTestFinished(async () => {
    await server.close();
    await receiver.close();
  });
  const { cookie } = await server.signUp();
  const post = async (path: string, json: object) => {
    const answer = await server.call(path, { cookie, json });
    expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
  };
  async function addChannel(channel: object): Promise<void> {
    await post('/api/alerts/channels', { enabled: true, ...channel });
    const all = await (await server.call('/api/alerts/channels', { cookie })).json();
    const channels = all.map(({ id }: { id: string }) => id);
    await post('/api/alerts/rules/1', {
      ...{ name: 'All', enabled: true, platforms: [], status: 'error', afterSec: 0 },
      ...{ repeatMin: null, recovered: true, quiet: null, channels },
    });
  }
  return {
    addChannel,
    addWebhook: () =>
      addChannel({ kind: 'webhook', name: 'Room', template: 'json', url: receiver.url }),
    addPlatform: (name: string, url: string) =>
      post('/api/mesh/platforms', { kind: 'web', name, url }),
    titles: () => receiver.received.map(({ body }) => JSON.parse(body).title),
  };
}

test('eight mail servers that drip do not keep a webhook waiting', async () => {
  let connected = 0;
  const dripping = createServer((socket) => {
    connected += 1;
    const timer = setInterval(() => socket.write('220-wait\r\n'), 100);
    socket.on('error', () => undefined).on('close', () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => void dripping.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void dripping.close());
  const { addChannel, addWebhook, addPlatform, titles } = await start();
  const { port } = dripping.address() as AddressInfo;
  for (let index = 0; index < 8; index++)
    await addChannel({
      ...{ kind: 'email', name: `Mail ${index}`, host: '127.0.0.1', port, security: 'none' },
      ...{ username: '', from: 'node@mesh.example', to: ['ops@mesh.example'] },
    });
  await addWebhook();
  await addPlatform('Shop', 'http://127.0.0.1:1/');
  await expect.poll(() => connected, POLL).toBe(8);
  await expect.poll(titles, POLL).toEqual(['Shop is down']);
});

test('platforms whose zone fails are down, and alerts of them arrive', async () => {
  const { addWebhook, addPlatform, titles } = await start();
  await addWebhook();
  const again = Object.assign(new Error('again'), { code: 'EAI_AGAIN' });
  const lookup = vi.spyOn(dns, 'lookup') as unknown as ReturnType<typeof vi.fn>;
  lookup.mockImplementation((...args) => args.at(-1)(again));
  // Other names are answered.
  const none = Object.assign(new Error('none'), { code: 'ENOTFOUND' });
  vi.spyOn(Resolver.prototype, 'resolve4').mockRejectedValue(none);
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  for (const name of ['Blog', 'Shop']) await addPlatform(name, `http://${name}.zone.example/`);
  await expect.poll(() => titles().toSorted(), POLL).toEqual(['Blog is down', 'Shop is down']);
});
