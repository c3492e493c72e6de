import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Change } from '../../../contract/live.ts';
import type { Activity } from '../../../contract/shapes/activity.ts';
import type { BundleDetails, BundleTarget } from '../../../contract/shapes/bundle.ts';
import { zipOf } from '../../doubles/zip-writer.ts';
import { judged, listen } from '../bundles/uploading.ts';
import { startServer, type TestServer } from '../start-server.ts';
import { temporaryDir } from '../temporary-dir.ts';

// The silent sister is waited for as long as in life.
vi.setConfig({ testTimeout: 60_000 });

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startServer();
  ({ cookie } = await server.signUp('ada'));
});
afterAll(() => server.close());

const details = async (id: string): Promise<BundleDetails> =>
  (await server.call(`/api/zip/bundles/${id}`, { cookie })).json();
const deploy = (id: string) =>
  server.call(`/api/zip/bundles/${id}/deploy`, { cookie, method: 'POST' });
const upload = async (file: Buffer, targets: readonly string[]) =>
  String((await judged(server, cookie, { file, targetPlatforms: JSON.stringify(targets) })).id);

/** What consoles are told of a bundle's targets from now on. */
function told(id: string) {
  const live = listen(server);
  const targetsIn = ({ key, op, data }: Change) =>
    key.at(-1) === id && op === 'patch' ? (data as { targets: BundleTarget[] }).targets : undefined;
  return {
    all: () => live.changes.flatMap((change) => targetsIn(change) ?? []),
    until: (done: RegExp) =>
      live.until((change) => targetsIn(change)?.every(({ status }) => done.test(status)) ?? false),
  };
}
const rows = async (): Promise<Activity[]> =>
  (await server.call('/api/activity/logs', { cookie })).json();

describe('a bundle that is deployed to the practice mesh', () => {
  test('is taken by five; the silent one is named and can be tried again alone', async () => {
    const six = server.config.mesh.platforms.map(({ name }) => name);
    const id = await upload(zipOf({ 'a.txt': 'content' }), six);
    const targets = told(id);
    const answer = await deploy(id);
    expect(await answer.json()).toEqual({ message: 'On its way to 6 platforms.' });
    expect((await deploy(id)).status).toBe(409);
    await targets.until(/^(taken|failed)$/);

    const { status, targets: ended, size } = await details(id);
    expect(status).toBe('validated');
    expect(ended.filter((target) => target.status === 'taken')).toHaveLength(5);
    expect(ended.find((target) => target.status === 'taken')?.sentBytes).toBe(size);
    expect(ended.find(({ platform }) => platform === 'Archive')).toMatchObject({
      status: 'failed',
      message: 'does not answer',
    });
    expect((await rows())[0]).toMatchObject({
      severity: 'warning',
      message:
        'ZIP bundle feature.zip is not deployed everywhere: 5 of 6 platforms took it; ' +
        'Archive (archive.mesh.example) does not answer',
    });

    expect(await (await deploy(id)).json()).toEqual({ message: 'On its way to 1 platform.' });
  });

  test('is deployed when all took it, live at every step, and cannot be sent again', async () => {
    const id = await upload(zipOf({ 'b.txt': 'other content' }), ['Forge', 'Signal']);
    const targets = told(id);
    await deploy(id);
    await targets.until(/^taken$/);
    const forge = targets.all().filter(({ platform }) => platform === 'Forge');
    const steps = [...new Set(forge.map((target) => target.status))];
    expect(steps).toEqual(['queued', 'sending', 'checking', 'taken']);
    const { status, history } = await details(id);
    expect(status).toBe('deployed');
    expect(history.at(-1)?.status).toBe('deployed');
    const again = await deploy(id);
    expect([again.status, await again.json()]).toEqual([
      409,
      { message: 'Every target has taken the bundle already.' },
    ]);
    expect((await rows())[0]?.message).toBe(
      'ZIP bundle feature.zip is deployed: 2 of 2 platforms took it',
    );
  });

  test('only when it is validated and has somewhere to go', async () => {
    expect((await deploy('nothing')).status).toBe(404);
    const nowhere = await upload(zipOf({ 'c.txt': 'c' }), []);
    expect((await deploy(nowhere)).status).toBe(409);
    const broken = await upload(zipOf({ '../c.txt': 'c' }), ['Forge']);
    expect((await details(broken)).status).toBe('failed');
    const refused = await deploy(broken);
    expect([refused.status, await refused.json()]).toEqual([
      409,
      { message: 'Only a validated bundle can be deployed.' },
    ]);
  });

  test('row 14: and by nobody who is not signed in', async () => {
    const answer = await server.call('/api/zip/bundles/x/deploy', { method: 'POST' });
    expect(answer.status).toBe(401);
  });
});

test('row 58: a deployment that a restart interrupts is taken up again where it was', async () => {
  const env = { DATA_DIR: await temporaryDir() };
  const first = await startServer({ env });
  const { cookie } = await first.signUp('bob');
  const { id } = await judged(first, cookie, { targetPlatforms: '["Archive"]' });
  const deployed = await first.call(`/api/zip/bundles/${id}/deploy`, { cookie, method: 'POST' });
  expect(deployed.status).toBe(200);
  await first.close();

  const second = await startServer({ env });
  const again = await second.call(`/api/zip/bundles/${id}/deploy`, { cookie, method: 'POST' });
  expect(await again.json()).toEqual({ message: 'The bundle is being deployed already.' });
  const taken = second.logged.find(({ msg }) => msg === 'deploys taken up again');
  expect(taken).toMatchObject({ resumed: 1 });
  await second.close();
});
