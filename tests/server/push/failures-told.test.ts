import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PushKind } from '../../../contract/shapes/push.ts';
import { type Device, type PushService, startPushService } from '../../doubles/push-service.ts';
import { judged } from '../bundles/uploading.ts';
import { startServer, type TestServer } from '../start-server.ts';

// The silent sister is waited for as long as in life.
vi.setConfig({ testTimeout: 60_000 });

/** What fails in the practice mesh, where one sister never answers, as a device hears of it. */

let service: PushService;
let server: TestServer;
let cookie: string;
beforeEach(async () => {
  service = await startPushService();
  server = await startServer({ postPush: service.post });
  ({ cookie } = await server.signUp());
});
afterEach(async () => {
  await server.close();
  await service.close();
});

async function listenFor(kind: PushKind): Promise<Device> {
  const device = service.device();
  const json = { ...device, kinds: [kind] };
  expect((await server.call('/api/push/subscribe', { cookie, json })).status).toBe(200);
  return device;
}

const received = () => service.received.map(({ endpoint, message }) => ({ endpoint, ...message }));

const prove = (peer: string) =>
  server.call('/api/mesh/proof/start', {
    cookie,
    json: { peer, deadline_sec: 10, commander_origin: server.url },
  });

async function deploy(targets: readonly string[]): Promise<unknown> {
  const { id } = await judged(server, cookie, { targetPlatforms: JSON.stringify(targets) });
  const ordered = await server.call(`/api/zip/bundles/${id}/deploy`, { cookie, method: 'POST' });
  expect(ordered.status).toBe(200);
  return id;
}

test('a proof that the peer does not give, and none that it gives', async () => {
  const { endpoint } = await listenFor('proof');
  await listenFor('deploy');
  expect((await prove('forge.mesh.example')).status).toBe(200);
  expect((await prove('archive.mesh.example')).status).toBe(200);
  await service.arrived(1);
  expect(received()).toEqual([
    expect.objectContaining({
      endpoint,
      kind: 'proof',
      title: 'Archive failed its proof',
      text: 'archive.mesh.example did not prove itself in time.',
      url: '/admin/route66-proof',
    }),
  ]);
});

test('a deployment that one platform did not take, and none that all took', async () => {
  const { endpoint } = await listenFor('deploy');
  await listenFor('proof');
  await deploy(['Forge', 'Signal']);
  const id = await deploy(['Forge', 'Archive']);
  await service.arrived(1);
  expect(received()).toEqual([
    expect.objectContaining({
      endpoint,
      kind: 'deploy',
      title: 'Deployment failed',
      text: 'feature.zip: 1 of 2 platforms took it.',
      url: `/dashboard?bundle=${id}`,
    }),
  ]);
});
