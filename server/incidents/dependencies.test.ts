import { afterEach, beforeEach, expect, test } from 'vitest';
import { type IncidentRig, openIncidentRig } from '../../tests/server/incidents/incident-rig.ts';
import { quietMesh } from '../../tests/server/mesh/quiet-mesh.ts';

/** It is not known how they are before a test says so. */
const reporting = (name: string) => ({
  ...{ kind: 'report' as const, everySec: 3600, name },
  ...{ id: name.toLowerCase(), domain: name },
});

let rig: IncidentRig;
beforeEach(async () => {
  const shop = { ...reporting('Shop'), dependsOn: ['gateway'] };
  rig = await openIncidentRig(quietMesh({ platforms: [shop, reporting('Gateway')] }));
});
afterEach(() => rig.close());

const round = (Shop: string, Gateway: string) => rig.round({ Shop, Gateway });
const open = async () =>
  (await rig.list()).flatMap(({ platform, endedAt }) => (endedAt === null ? platform : []));
const titles = async () => (await rig.bell()).map((line) => line.split(' /')[0]);

test('what is down because of another platform has an incident from when that one is back', async () => {
  await round('connected', 'connected');
  await round('error', 'error');
  await rig.restart();
  await round('error', 'error');
  expect(await open()).toEqual(['gateway']);
  await round('error', 'connected');
  const [incident] = await rig.list('?platform=shop');
  expect(incident).toMatchObject({ startedAt: rig.now, endedAt: null });
  await round('connected', 'connected');
  expect(await open()).toEqual([]);
  expect(await titles()).toEqual([
    'Shop is back',
    'Gateway is back',
    'Shop is down',
    'Gateway is down',
  ]);
});

test('what was down before goes on, and the bell is silent meanwhile', async () => {
  await round('warning', 'connected');
  await round('error', 'error');
  await round('error', 'error');
  expect(await open()).toEqual(['gateway', 'shop']);
  await round('connected', 'connected');
  expect(await titles()).not.toContain('Shop is down');
});

test('what is paused is no cause', async () => {
  await round('error', 'error');
  const json = { paused: true };
  await rig.server.call('/api/mesh/platforms/gateway/pause', { cookie: rig.cookie, json });
  expect(await open()).toEqual([]);
  await round('error', 'error');
  expect(await open()).toContain('shop');
});
