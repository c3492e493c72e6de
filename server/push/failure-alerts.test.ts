import { expect, type TestContext, test, vi } from 'vitest';
import type { PushKind } from '../../contract/limits.ts';
import { type Device, startPushService } from '../../tests/doubles/push-service.ts';
import { uploadAndInspect } from '../../tests/server/bundles/uploads/upload-client.ts';
import { startServer } from '../../tests/server/start-server.ts';

// The silent peer is waited for as long as a proof may take.
vi.setConfig({ testTimeout: 60_000 });

/** Failures in the simulator, where one peer never answers, as a device is alerted of them. */

async function start(onTestFinished: TestContext['onTestFinished']) {
  const service = await startPushService();
  const server = await startServer({
    env: { DEPLOY_RETRY_SECONDS: '0', DEPLOY_ANSWER_SECONDS: '1' },
    postPush: service.post,
  });
  onTestFinished(async () => {
    await server.close();
    await service.close();
  });
  const { cookie } = await server.signUp();
  const received = () =>
    service.received.map(({ endpoint, message }) => ({ endpoint, ...message }));

  async function listenFor(kind: PushKind): Promise<Device> {
    const device = service.device();
    const json = { ...device, kinds: [kind] };
    expect((await server.call('/api/push/subscribe', { cookie, json })).status).toBe(200);
    return device;
  }

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
  return { service, received, listenFor, prove, deploy };
}

test.concurrent('a proof that fails is alerted, one that is verified is not', async ({
  onTestFinished,
  expect,
}) => {
  const { service, received, listenFor, prove } = await start(onTestFinished);
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

test.concurrent('a partial deployment is alerted, a complete one is not', async ({
  onTestFinished,
  expect,
}) => {
  const { service, received, listenFor, deploy } = await start(onTestFinished);
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
