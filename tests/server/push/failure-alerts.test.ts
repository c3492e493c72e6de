import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PushKind } from '../../../contract/limits.ts';
import { type Device, type PushService, startPushService } from '../../doubles/push-service.ts';
import { uploadAndInspect } from '../bundles/uploads/upload-client.ts';
import { startServer, type TestServer } from '../start-server.ts';

// The silent peer is waited for as long as in production.
vi.setConfig({ testTimeout: 60_000 });

/** Failures in the simulator, where one peer never answers, as a device is alerted of them. */

let service: PushService;
let server: TestServer;
let cookie: string;
beforeEach(async () => {
  service = await startPushService();
  server = await startServer({
    env: { DEPLOY_RETRY_SECONDS: '0' },
    postPush: service.post,
  });
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
  const { id } = await uploadAndInspect(server, cookie, {
    targetPlatforms: JSON.stringify(targets),
  });
  const ordered = await server.call(`/api/zip/bundles/${id}/deploy`, { cookie, method: 'POST' });
  expect(ordered.status).toBe(200);
  return id;
}

test('a proof that fails is alerted, one that is verified is not', async () => {
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

test('a partial deployment is alerted, a complete one is not', async () => {
  const { endpoint } = await listenFor('deploy');
  await listenFor('proof');
  await deploy(['Forge', 'Signal']);
  const id = await deploy(['Forge', 'Archive']);
  await service.arrived(1);
  expect(received()).toEqual([
    expect.objectContaining({
      endpoint,
      kind: 'deploy',
      title: 'Deployment incomplete',
      text: 'feature.zip reached 1 of 2 platforms.',
      url: `/dashboard?bundle=${id}`,
    }),
  ]);
});
