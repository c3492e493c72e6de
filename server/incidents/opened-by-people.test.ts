import { afterEach, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '../../contract/limits.ts';
import { type IncidentRig, openIncidentRig } from '../../tests/server/incidents/incident-rig.ts';
import { findIncident, removeFromAffected } from './rows.ts';

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
    ...{ startedAt: rig.now, endedAt: null, planned: false },
    acknowledgement: { by: 'Ada', at: rig.now, note: '' },
  });
  const texts = { title: '{{ platform.name }}', text: '' };
  const preview = await rig.server.call('/api/alerts/preview', {
    ...{ cookie: rig.cookie, json: { texts } },
  });
  expect(await preview.json()).toMatchObject({ title: 'Forge, Harbor', incident: id });
  // Rounds of probes neither end it nor count it.
  await rig.round({ Forge: 'connected', Harbor: 'connected' });
  await say(id, 'identified', 'The bank');
  rig.now += 5 * MINUTE_MS;
  expect((await say(id, 'resolved', 'Cards are taken')).status).toBe(200);
  expect((await rig.details(id)).endedAt).toBe(rig.now);
  expect(await rig.eventsOf(id)).toEqual([
    'opened: Ada opened an incident: Payments fail',
    'investigating: Ada: Cards are refused',
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
    'Ada opened an incident: Payments fail',
  ]);
  const { uptime } = await (
    await rig.server.call('/api/mesh/platforms/forge', { cookie: rig.cookie })
  ).json();
  expect(uptime.every(({ down }: { down: number }) => down === 0)).toBe(true);
});

test('nobody is on one that an API token opened', async () => {
  const { cookie, server } = rig;
  const json = { name: 'shop', role: 'operator', days: 1 };
  const { token } = await (await server.call('/api/account/tokens', { cookie, json })).json();
  const headers = { authorization: `Bearer ${token}` };
  await server.call('/api/incidents', { headers, json: { title: 'Payments fail', platforms: [] } });
  expect(await rig.list()).toMatchObject([{ openedBy: 'Ada', acknowledgement: null }]);
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

test('a title is one line that reads as it is stored, and is not blank', async () => {
  const title = 'Pay\u202ements\r\nare \u001b[31mdown 👩\u200d💻';
  await open({ title });
  expect((await rig.list())[0]).toMatchObject({ cause: 'Payments are [31mdown 👩\u200d💻' });
  for (const blank of ['\u3164\u2800', '\n\t', '\u202e'])
    expect((await open({ title: blank })).status).toBe(400);
});

test('opens only with a title, for known platforms, ten in a minute', async () => {
  expect((await open({ title: ' ' })).status).toBe(400);
  expect((await open({ platforms: ['nowhere'] })).status).toBe(404);
  expect((await open({ text: '' })).status).toBe(400);
  const statuses = await Promise.all(Array.from({ length: 10 }, () => open()));
  expect(statuses.map(({ status }) => status)).toContain(429);
});
