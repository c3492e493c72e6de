import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Change } from '../../../contract/live.ts';
import type { Activity } from '../../../contract/shapes/activity.ts';
import type { BundleDetails, BundleTarget } from '../../../contract/shapes/bundle.ts';
import { zipOf } from '../../../tests/doubles/zip-writer.ts';
import { listen, uploadAndInspect } from '../../../tests/server/bundles/uploads/upload-client.ts';
import { startServer, type TestServer } from '../../../tests/server/start-server.ts';
import { temporaryDir } from '../../../tests/server/temporary-dir.ts';

// Three calls to the silent peer run into their real time limit.
vi.setConfig({ testTimeout: 60_000 });
const IMPATIENT = { DEPLOY_ANSWER_SECONDS: '1' };

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startServer({ env: { ...IMPATIENT, DEPLOY_RETRY_SECONDS: '0' } });
  ({ cookie } = await server.signUp('ada'));
});
afterAll(() => server.close());

const details = async (id: string): Promise<BundleDetails> =>
  (await server.call(`/api/zip/bundles/${id}`, { cookie })).json();
const deploy = (id: string, platforms?: readonly string[]) =>
  server.call(`/api/zip/bundles/${id}/deploy`, {
    cookie,
    method: 'POST',
    ...(platforms && { json: { platforms } }),
  });
const upload = async (file: Buffer, targets: readonly string[]) =>
  String(
    (await uploadAndInspect(server, cookie, { file, targetPlatforms: JSON.stringify(targets) })).id,
  );

/** Live messages about a bundle's targets from now on. */
function listenToTargets(id: string) {
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

describe('a bundle that is deployed to the simulator', () => {
  test('reaches five platforms; the silent one is named and can be tried again alone', async () => {
    const six = server.config.mesh.platforms.map(({ name }) => name);
    const id = await upload(zipOf({ 'a.txt': 'content' }), six);
    const targets = listenToTargets(id);
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
      message: 'did not answer',
    });
    expect((await rows())[0]).toMatchObject({
      severity: 'warning',
      message: 'feature.zip reached 5 of 6 platforms. Archive did not answer',
    });

    expect(await (await deploy(id)).json()).toEqual({ message: 'On its way to 1 platform.' });
  });

  test('goes to the chosen targets alone, and to the others when they are asked for', async () => {
    const id = await upload(zipOf({ 'c.txt': 'chosen' }), ['Forge', 'Signal']);
    const nobody = await deploy(id, ['Harbor']);
    expect([nobody.status, await nobody.json()]).toMatchObject([
      409,
      { message: 'The bundle has no target platform left to send it to.' },
    ]);
    const targets = listenToTargets(id);
    const elsewhere = await deploy(id, ['signal', 'Elsewhere']);
    expect([elsewhere.status, await elsewhere.json()]).toMatchObject([
      400,
      {
        message:
          'platforms names a platform that is not in the mesh. Name one by its id, domain or name; ' +
          'the ids are: forge, harbor, ledger, signal, archive, sentinel.',
      },
    ]);
    const path = `/api/zip/bundles/${id}/deploy`;
    const unsaid = await server.call(path, { cookie, json: {} });
    expect([unsaid.status, await unsaid.json()]).toMatchObject([
      400,
      {
        message:
          'platforms must list the targets that are meant, by id, domain or name; without a body all are meant.',
      },
    ]);
    const answer = await deploy(id, ['signal.mesh.example']);
    expect(await answer.json()).toEqual({ message: 'On its way to 1 platform.' });
    await targets.until(/^(taken|waiting)$/);
    const states = (await details(id)).targets.map(({ platform, status }) => [platform, status]);
    expect(states).toEqual([
      ['Forge', 'waiting'],
      ['Signal', 'taken'],
    ]);
    expect((await details(id)).deployment).toMatchObject({ done: 1, chosen: 1, total: 2 });
    expect((await rows())[0]?.message).toBe('feature.zip reached 1 of 1 platform');
    expect(await (await deploy(id, ['forge'])).json()).toEqual({
      message: 'On its way to 1 platform.',
    });
  });

  test('is deployed once all targets have it, live at every step, and cannot be sent again', async () => {
    const id = await upload(zipOf({ 'b.txt': 'other content' }), ['Forge', 'Signal']);
    const targets = listenToTargets(id);
    await deploy(id);
    await targets.until(/^taken$/);
    const forge = targets.all().filter(({ platform }) => platform === 'Forge');
    const steps = [...new Set(forge.map((target) => target.status))];
    expect(steps).toEqual(['queued', 'sending', 'checking', 'taken']);
    const { status, history } = await details(id);
    expect(status).toBe('deployed');
    expect(history.at(-1)?.status).toBe('deployed');
    const again = await deploy(id);
    expect([again.status, await again.json()]).toMatchObject([
      409,
      { message: 'Every target has the bundle already.' },
    ]);
    expect((await rows())[0]?.message).toBe('feature.zip reached 2 of 2 platforms');
  });

  test('must be validated and have a target', async () => {
    expect((await deploy('nothing')).status).toBe(404);
    const nowhere = await upload(zipOf({ 'c.txt': 'c' }), []);
    const untold = await deploy(nowhere);
    expect([untold.status, await untold.json()]).toMatchObject([
      409,
      {
        message:
          'No target platform was chosen when the bundle was uploaded. Upload it again with its targets.',
      },
    ]);
    const broken = await upload(zipOf({ '../c.txt': 'c' }), ['Forge']);
    expect((await details(broken)).status).toBe('failed');
    const refused = await deploy(broken);
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { message: 'Only a validated bundle can be deployed.' },
    ]);
  });

  test('needs a session', async () => {
    const answer = await server.call('/api/zip/bundles/x/deploy', { method: 'POST' });
    expect(answer.status).toBe(401);
  });
});

test('a deployment continues after a restart', async () => {
  const env = { DATA_DIR: await temporaryDir() };
  const first = await startServer({ env });
  const { cookie } = await first.signUp('bob');
  const { id } = await uploadAndInspect(first, cookie, { targetPlatforms: '["Archive"]' });
  const deployed = await first.call(`/api/zip/bundles/${id}/deploy`, { cookie, method: 'POST' });
  expect(deployed.status).toBe(200);
  await first.close();

  const second = await startServer({ env });
  const again = await second.call(`/api/zip/bundles/${id}/deploy`, { cookie, method: 'POST' });
  expect(await again.json()).toMatchObject({ message: 'The bundle is already being deployed.' });
  // By the leader, which an instance is a moment after it answers.
  const resumed = () => second.logged.find(({ msg }) => msg === 'deploys resumed');
  await expect.poll(resumed).toMatchObject({ resumed: 1 });
  await second.close();
});

/** A server that deployed a bundle to the silent Archive, and waits for it. */
async function waitingForArchive() {
  const waiting = await startServer({ env: IMPATIENT });
  const { cookie: own } = await waiting.signUp('eve');
  const bundle = await uploadAndInspect(waiting, own, { targetPlatforms: '["Archive","Forge"]' });
  const path = `/api/zip/bundles/${bundle.id}`;
  const post = (call: string) => waiting.call(path + call, { cookie: own, method: 'POST' });
  const live = listen(waiting);
  await post('/deploy');
  const target = async (platform: string) =>
    ((await (await waiting.call(path, { cookie: own })).json()) as BundleDetails).targets.find(
      (one) => one.platform === platform,
    );
  await live.until(
    ({ op, data }) => op === 'patch' && JSON.stringify(data).includes('"status":"retrying"'),
  );
  return { waiting, own, path, post, target, id: bundle.id };
}

describe('a target that does not answer', () => {
  test('is tried again, with the time and the reason, and a deployment can be cancelled', async () => {
    const { waiting, own, path, post, target, id } = await waitingForArchive();
    expect(await target('Archive')).toMatchObject({
      status: 'retrying',
      message: 'did not answer',
      changedAt: expect.stringMatching(/^2.*Z$/),
    });
    expect((await post('/deploy')).status).toBe(409);
    await vi.waitFor(async () => expect((await target('Forge'))?.status).toBe('taken'), 20_000);
    const list = await (await waiting.call('/api/zip/bundles', { cookie: own })).json();
    expect(list[0]).toMatchObject({
      id,
      deployment: { state: 'in-progress', done: 1, failed: 0, total: 2 },
    });

    expect(await (await post('/deploy/cancel')).json()).toEqual({
      message: 'Cancelled for 1 platform.',
    });
    expect((await post('/deploy/cancel')).status).toBe(409);
    const ended: BundleDetails = await (await waiting.call(path, { cookie: own })).json();
    expect(ended).toMatchObject({
      status: 'validated',
      deployment: { state: 'incomplete', done: 1, failed: 1, total: 2 },
    });
    expect(ended.history.slice(2).map(({ status, note }) => [status, note])).toEqual([
      ['deploying', 'eve, to 2 platforms'],
      ['incomplete', 'reached 1 of 2 platforms. Archive was cancelled by eve'],
    ]);
    const audit = waiting.node.db.selectFrom('audit').where('action', 'like', 'bundle.%');
    expect(await audit.select(['action', 'actor', 'detail']).orderBy('id').execute()).toMatchObject(
      [
        { action: 'bundle.uploaded', actor: 'eve' },
        { action: 'bundle.deployed', actor: 'eve', detail: 'to Archive, Forge' },
        { action: 'bundle.cancelled', actor: 'eve', detail: 'for Archive' },
      ],
    );
    await waiting.close();
  });

  test('needs a session and a bundle to be cancelled', async () => {
    const cancel = (options: { cookie?: string }) =>
      server.call('/api/zip/bundles/nothing/deploy/cancel', { ...options, method: 'POST' });
    expect((await cancel({})).status).toBe(401);
    expect((await cancel({ cookie })).status).toBe(404);
  });
});
