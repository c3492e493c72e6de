import { afterEach, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '../../contract/limits.ts';
import { type IncidentRig, openIncidentRig } from '../../tests/server/incidents/incident-rig.ts';
import type { Config } from '../config/config.ts';

/** With one platform in the simulator, which is probed once. */
const withForge = ({ mesh, ...config }: Config): Config => ({
  ...config,
  mesh: {
    ...mesh,
    platforms: [{ id: 'forge', name: 'Forge', domain: 'forge.mesh.example' }],
    probe: { ...mesh.probe, intervalSec: 3600 },
  },
});

let rig: IncidentRig;
beforeEach(async () => {
  rig = await openIncidentRig(withForge);
});
afterEach(() => rig.close());

const acknowledge = (id: number, note = '', as = rig.cookie) =>
  rig.server.call(`/api/incidents/${id}/acknowledge`, { cookie: as, json: { note } });
const release = (id: number, as = rig.cookie) =>
  rig.server.call(`/api/incidents/${id}/acknowledge`, { cookie: as, method: 'DELETE' });

test('an acknowledgement says who is on it, may be taken over and released', async () => {
  await rig.round({ Forge: 'error' });
  expect((await acknowledge(1, '  on my way ')).status).toBe(200);
  const first = { by: 'Ada', at: rig.now, note: 'on my way' };
  expect((await rig.details(1)).acknowledgement).toEqual(first);
  rig.now += MINUTE_MS;
  expect((await acknowledge(1, 'on my way')).status).toBe(200);
  expect((await rig.details(1)).acknowledgement).toEqual(first);
  const grace = (await rig.server.signUp('Grace')).cookie;
  expect((await acknowledge(1, '', grace)).status).toBe(200);
  expect((await release(1)).status).toBe(200);
  expect((await release(1)).status).toBe(200);
  expect((await rig.details(1)).acknowledgement).toBeNull();
  expect((await rig.eventsOf(1)).slice(1)).toEqual([
    'acknowledged: Ada is on it: on my way',
    'acknowledged: Grace is on it',
    'released: Ada says that Grace is no longer on it',
  ]);
  const said = (await rig.activity()).filter((message) => message.includes('on it'));
  expect(said).toEqual([
    'Ada says that Grace is no longer on it: Forge is down',
    'Grace is on it: Forge is down',
    'Ada is on it: Forge is down',
  ]);
});

const post = (id: number, what: string, json: unknown, as = rig.cookie) =>
  rig.server.call(`/api/incidents/${id}/${what}`, { cookie: as, json });

test('a comment stands in the timeline, also after the end, within limits', async () => {
  await rig.round({ Forge: 'error' });
  expect((await post(1, 'comments', { text: ' Fan is loud ' })).status).toBe(200);
  await rig.round({ Forge: 'connected' });
  expect((await post(1, 'comments', { text: 'Fan replaced' })).status).toBe(200);
  const events = await rig.eventsOf(1);
  expect(events[1]).toBe('comment: Ada: Fan is loud');
  expect(events.at(-1)).toBe('comment: Ada: Fan replaced');
  for (const kind of ['identified', 'report-why'])
    expect((await post(1, 'comments', { text: 'Dust', kind })).status).toBe(200);
  expect((await rig.eventsOf(1)).slice(-2)).toEqual([
    'identified: Ada: Dust',
    'report-why: Ada: Dust',
  ]);
  for (const text of [' ', 'x'.repeat(2001)])
    expect((await post(1, 'comments', { text })).status).toBe(400);
  // What probes found is theirs to say.
  expect((await post(1, 'comments', { text: 'x', kind: 'ended' })).status).toBe(400);
  expect((await post(9, 'comments', { text: 'x' })).status).toBe(404);
  const more = Array.from({ length: 10 }, () => post(1, 'comments', { text: 'again' }));
  const statuses = (await Promise.all(more)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
});

test('an acknowledgement is found by text', async () => {
  await rig.round({ Forge: 'error', Ledger: 'error' });
  await acknowledge(1, 'Fan replaced');
  expect((await rig.list('?q=fan')).map(({ id }) => id)).toEqual([1]);
  expect((await rig.list('?q=ada')).map(({ id }) => id)).toEqual([1]);
});

test('an acknowledgement is refused when the incident has ended or does not exist', async () => {
  await rig.round({ Forge: 'error' });
  await rig.round({ Forge: 'connected' });
  for (const answer of [await acknowledge(1), await release(1)]) {
    expect(answer.status).toBe(409);
    expect((await answer.json()).message).toBe('This incident has ended.');
  }
  expect((await acknowledge(9)).status).toBe(404);
  expect((await acknowledge(1, 'x'.repeat(501))).status).toBe(400);
  expect(
    (await rig.server.call('/api/incidents/1/acknowledge', { json: { note: '' } })).status,
  ).toBe(401);
});

test('the timeline says who has seen it and how, each once', async () => {
  await rig.round({ Forge: 'error' });
  const grace = (await rig.server.signUp('Grace')).cookie;
  for (const how of ['shown', 'opened']) await post(1, 'seen', { how });
  await post(1, 'seen', { how: 'opened' }, grace);
  await acknowledge(1, '', grace);
  expect((await rig.eventsOf(1)).slice(1)).toEqual([
    'seen: Shown on a visible screen of Ada',
    'seen: Viewed by Grace',
    'acknowledged: Grace is on it',
  ]);
  expect((await post(9, 'seen', { how: 'opened' })).status).toBe(404);
});
