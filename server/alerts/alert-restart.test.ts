import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PUSH_KINDS } from '../../contract/limits.ts';
import { startPushService } from '../../tests/doubles/push-service.ts';
import { startWebhookReceiver } from '../../tests/doubles/webhook-receiver.ts';
import { openTestDatabase } from '../../tests/server/engine.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';
import type { Post } from '../outgoing/web-push.ts';

// Each start waits for the silent peer of the simulator.
vi.setConfig({ testTimeout: 90_000 });

/** Gets no answer before it is given up. */
const silence: Post = (_endpoint, _sealed, signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
const FILES = ['meridian.db', 'meridian.db-wal', 'secret-key', 'push-keys.json', 'identity.json'];

/** What is on the disk when a process is killed. */
async function diskOf({ config }: TestServer): Promise<string> {
  const copy = await temporaryDir();
  for (const name of FILES) await cp(join(config.dataDir, name), join(copy, name));
  return copy;
}

/** A server that has stored that Archive is down, and whose alerts of it get no answer. */
async function startMute() {
  const service = await startPushService();
  const receiver = await startWebhookReceiver();
  receiver.answer(null);
  const env = { ALERT_PRIVATE_TARGETS: '127.0.0.1' };
  const server = await startServer({ env, postPush: silence });
  onTestFinished(async () => {
    await server.close();
    await service.close();
    await receiver.close();
  });
  const { cookie } = await server.signUp();
  const call = async (path: string, json: unknown) =>
    expect((await server.call(path, { cookie, json })).status).toBe(200);
  await call('/api/push/subscribe', { ...service.device(), kinds: PUSH_KINDS });
  const webhook = { kind: 'webhook', name: 'Hook', enabled: true, template: 'json' };
  await call('/api/alerts/channels', { ...webhook, url: receiver.url });
  const [, channel] = await (await server.call('/api/alerts/channels', { cookie })).json();
  const rule = { name: 'All', enabled: true, platforms: ['archive'], status: 'error', afterSec: 0 };
  const rest = { repeatMin: null, recovered: true, quiet: null, channels: ['push', channel.id] };
  await call('/api/alerts/rules/1', { ...rule, ...rest });
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(1);

  /** Starts the next process on a copy of the disk, and lets it do all that it has to. */
  async function next(dataDir: string): Promise<void> {
    const after = await startServer({ env: { ...env, DATA_DIR: dataDir }, postPush: service.post });
    const { db } = after.node;
    const states = async () =>
      (await db.selectFrom('alertDeliveries').selectAll().execute()).map(({ state }) => state);
    await expect.poll(states, { timeout: 30_000 }).toEqual(['sent', 'sent']);
    await after.close();
  }
  const pushed = () => service.received.map(({ message }) => message.title);
  return { server, receiver, next, pushed };
}

test('killed while it sends, the next process sends each alert once, by the same id', async () => {
  const { server, receiver, next, pushed } = await startMute();
  const disk = await diskOf(server);
  receiver.answer(200);
  for (let start = 0; start < 2; start++) await next(disk);
  expect(pushed()).toEqual(['Archive is down']);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test('killed between the incident and its alert, the next process sends it once', async () => {
  const { server, receiver, next, pushed } = await startMute();
  const disk = await diskOf(server);
  const db = await openTestDatabase(disk);
  await db.deleteFrom('alertDeliveries').execute();
  await db.deleteFrom('alertDecisions').execute();
  await db.destroy();
  receiver.answer(200);
  for (let start = 0; start < 2; start++) await next(disk);
  expect(pushed()).toEqual(['Archive is down']);
  expect(receiver.received).toHaveLength(2);
});
