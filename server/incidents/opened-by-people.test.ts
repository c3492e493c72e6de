import { afterEach, beforeEach, expect, test } from 'vitest';
import { type IncidentRig, openIncidentRig } from '../../tests/server/incidents/incident-rig.ts';
import { findIncident, removeFromAffected } from './rows.ts';

const MINUTE_MS = 60_000;

let rig: IncidentRig;
beforeEach(async () => {
  rig = await openIncidentRig(({ mesh, ...config }) => ({
    ...config,
    mesh: {
      ...mesh,
      platforms: ['Forge', 'Harbor'].map((name) => {
        const id = name.toLowerCase();
        const grouped = id === 'harbor' && { group: 'West' };
        return { id, name, domain: `${id}.mesh.example`, tags: ['edge'], ...grouped };
      }),
      probe: { ...mesh.probe, intervalSec: 3600 },
    },
  }));
});
afterEach(() => rig.close());

const post = (path: string, json: unknown, cookie = rig.cookie) =>
  rig.server.call(`/api/incidents${path}`, { cookie, json });
const open = (more: object = {}) =>
  post('', { title: ' Payments fail ', platforms: ['harbor', 'forge'], ...more });
const say = (id: number, kind: string, text: string) => post(`/${id}/comments`, { kind, text });

test('incidents are found by the group and the tags of what they are about', async () => {
  await rig.round({ Forge: 'error', Harbor: 'error' });
  await open();
  await open({ platforms: ['forge'] });
  const found = async (platform: string) =>
    (await rig.list(`?platform=${platform}`)).map((one) => one.platforms ?? one.platform);
  expect(await found('group:West')).toEqual([['forge', 'harbor'], 'harbor']);
  expect(await found('tag:edge')).toEqual([['forge'], ['forge', 'harbor'], 'harbor', 'forge']);
  expect(await found('forge')).toEqual([['forge'], ['forge', 'harbor'], 'forge']);
  expect(await found('group:East')).toEqual([]);
});

test('an incident that a person opens has updates, and ends when it is resolved', async () => {
  const answer = await open({ text: 'Cards are refused' });
  const { id } = await answer.json();
  const [listed] = await rig.list();
  expect(listed).toMatchObject({
    ...{
      id,
      platform: '',
      cause: 'Payments fail',
      openedBy: 'Ada',
      platforms: ['forge', 'harbor'],
    },
    ...{ startedAt: rig.now, endedAt: null, acknowledgement: null, planned: false },
  });
  const texts = { title: '{{ platform.name }}', text: '' };
  const preview = await rig.server.call('/api/alerts/preview', {
    ...{ cookie: rig.cookie, json: { texts } },
  });
  expect(await preview.json()).toMatchObject({ title: 'Forge, Harbor', incident: id });
  // Rounds of probes neither end it nor count it.
  await rig.round({ Forge: 'connected', Harbor: 'connected' });
  expect((await post(`/${id}/acknowledge`, { note: '' })).status).toBe(200);
  await say(id, 'identified', 'The bank');
  rig.now += 5 * MINUTE_MS;
  expect((await say(id, 'resolved', 'Cards are taken')).status).toBe(200);
  expect((await rig.details(id)).endedAt).toBe(rig.now);
  expect(await rig.eventsOf(id)).toEqual([
    'opened: Ada opened an incident: Payments fail',
    'investigating: Ada: Cards are refused',
    'acknowledged: Ada is on it',
    'identified: Ada: The bank',
    'resolved: Ada: Cards are taken',
  ]);
  // Said once more afterwards it is a word, no second end.
  await say(id, 'resolved', 'Still fine');
  expect((await rig.bell()).slice(0, 2)).toEqual([
    `Resolved: Payments fail /incidents/${id}`,
    `Payments fail /incidents/${id}`,
  ]);
  expect((await rig.activity()).filter((row) => row.includes('Payments'))).toEqual([
    'Ada resolved it after 5 min: Payments fail',
    'Ada is on it: Payments fail',
    'Ada opened an incident: Payments fail',
  ]);
  const { uptime } = await (
    await rig.server.call('/api/mesh/platforms/forge', { cookie: rig.cookie })
  ).json();
  expect(uptime.every(({ down }: { down: number }) => down === 0)).toBe(true);
});

test('the platforms that it affects are changed while it goes on; those of probes stay', async () => {
  const { id } = await (await open({ platforms: [] })).json();
  expect((await post(`/${id}`, { platforms: ['harbor'] })).status).toBe(200);
  expect((await post(`/${id}`, { platforms: ['nowhere'] })).status).toBe(404);
  expect(await rig.list('?platform=harbor&status=person')).toMatchObject([{ id }]);
  expect(await rig.list('?platform=forge')).toEqual([]);
  await rig.round({ Forge: 'error' });
  const [machine] = await rig.list('?status=error');
  expect(machine?.platform).toBe('forge');
  const number = machine?.id ?? 0;
  expect((await post(`/${number}`, { platforms: [] })).status).toBe(409);
  // Probes alone end what probes found.
  await say(number, 'resolved', 'It is back');
  expect((await rig.details(number)).endedAt).toBeNull();
  await say(id, 'resolved', 'Over');
  expect((await post(`/${id}`, { platforms: [] })).status).toBe(409);
  expect((await rig.eventsOf(id))[1]).toBe('changed: Ada: it affects Harbor');
});

test('a platform that is erased leaves the incidents of people', async () => {
  const { id } = await (await open()).json();
  const { db, journal } = rig.server.node;
  await journal.commit((tx) => removeFromAffected(tx, 'forge'));
  expect((await findIncident(db, id))?.platforms).toEqual(['harbor']);
});

test('opens only with a title, for known platforms, ten in a minute', async () => {
  expect((await open({ title: ' ' })).status).toBe(400);
  expect((await open({ platforms: ['nowhere'] })).status).toBe(404);
  expect((await open({ text: '' })).status).toBe(400);
  const statuses = await Promise.all(Array.from({ length: 10 }, () => open()));
  expect(statuses.map(({ status }) => status)).toContain(429);
});
