import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS, OFFER_MS } from '../../contract/limits.ts';
import { NotificationListSchema } from '../../contract/shapes/notification.ts';
import { type IncidentRig, openIncidentRig } from '../../tests/server/incidents/incident-rig.ts';
import type { Config } from '../config/config.ts';

const POLL = { timeout: 20_000 };

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
let grace: string;
let bo: string;
beforeEach(async () => {
  rig = await openIncidentRig(withForge);
  grace = (await rig.server.signUp('Grace')).cookie;
  bo = (await rig.server.signUp('Bo')).cookie;
  await rig.round({ Forge: 'error' });
});
afterEach(() => rig.close());

const post = (what: string, json: unknown, as = rig.cookie) =>
  rig.server.call(`/api/incidents/1/${what}`, { cookie: as, json });
const acknowledge = (as = rig.cookie, note = '') => post('acknowledge', { note }, as);
const offerTo = (to: string, as = rig.cookie) => post('hand-over', { to }, as);
const release = (as = rig.cookie) =>
  rig.server.call('/api/incidents/1/acknowledge', { cookie: as, method: 'DELETE' });

const ownerOf = async () => {
  const { acknowledgement, offer } = await rig.details(1);
  return { by: acknowledgement?.by, to: offer?.to };
};

/** Titles of what an account is told beside what everybody is. */
async function toldTo(cookie: string): Promise<string[]> {
  const answer = await rig.server.call('/api/notifications', { cookie });
  const list = NotificationListSchema.parse(await answer.json());
  return list.filter(({ to }) => to !== undefined).map(({ title }) => title);
}

const events = async () => (await rig.eventsOf(1)).slice(1);

describe('an offer', () => {
  test('leaves nobody on it until it is accepted, and both hear of that', async () => {
    await acknowledge(rig.cookie, 'Ticket 4711');
    const answer = await offerTo('Grace');
    expect(await answer.json()).toMatchObject({ message: 'It waits for Grace.' });
    const offer = { by: 'Ada', to: 'Grace', at: rig.now, until: rig.now + OFFER_MS };
    expect(await rig.details(1)).toMatchObject({ acknowledgement: null, offer });
    expect((await rig.list())[0]).toMatchObject({ acknowledgement: null, offer });
    rig.now += MINUTE_MS;
    // Repeated, as after a lost answer.
    expect((await offerTo('Grace')).status).toBe(200);
    expect((await rig.details(1)).offer).toEqual(offer);
    expect(await toldTo(grace)).toEqual(['Ada hands over to you: Forge is down']);
    expect(await toldTo(rig.cookie)).toEqual([]);

    expect((await acknowledge(grace)).status).toBe(200);
    expect(await rig.details(1)).toMatchObject({ acknowledgement: { by: 'Grace', at: rig.now } });
    expect(await ownerOf()).toEqual({ by: 'Grace', to: undefined });
    expect(await toldTo(rig.cookie)).toEqual(['Grace accepted it from Ada: Forge is down']);
    expect(await toldTo(bo)).toEqual([]);
    expect(await events()).toEqual([
      'acknowledged: Ada is on it: Ticket 4711',
      'offered: Ada offers it to Grace',
      'acknowledged: Grace accepted it from Ada',
    ]);
    expect((await rig.activity()).slice(0, 2)).toEqual([
      'Grace accepted it from Ada: Forge is down',
      'Ada offers it to Grace: Forge is down',
    ]);
  });

  test('is nobody’s again after five minutes, and both hear of that', async () => {
    await offerTo('Grace');
    rig.now += OFFER_MS;
    await expect.poll(events, POLL).toContain('not-accepted: Grace did not accept it');
    expect(await ownerOf()).toEqual({ by: undefined, to: undefined });
    const title = 'Grace did not accept it: Forge is down';
    expect(await toldTo(rig.cookie)).toEqual([title]);
    expect((await toldTo(grace))[0]).toBe(title);
    expect((await rig.activity())[0]).toBe(title);
  });

  test('ends after a restart at its time, which is the stored one', async () => {
    // The one of the platform ends with the restart, by its probe.
    const json = { title: 'Payments fail', platforms: [] };
    await rig.server.call('/api/incidents', { cookie: rig.cookie, json });
    await rig.server.call('/api/incidents/2/hand-over', { cookie: bo, json: { to: 'Grace' } });
    rig.now += MINUTE_MS;
    await rig.restart();
    expect(await rig.details(2)).toMatchObject({ offer: { by: 'Bo', to: 'Grace' } });
    rig.now += OFFER_MS - MINUTE_MS;
    await expect
      .poll(() => rig.eventsOf(2), POLL)
      .toContain('not-accepted: Grace did not accept it');
    expect((await rig.details(2)).offer).toBeUndefined();
    expect((await toldTo(bo))[0]).toBe('Grace did not accept it: Payments fail');
  });

  test('is ended by anybody who takes it on, and is taken back or declined', async () => {
    await offerTo('Grace');
    await acknowledge(bo);
    expect(await ownerOf()).toEqual({ by: 'Bo', to: undefined });
    expect((await toldTo(grace))[0]).toBe('Bo is on it: Forge is down');
    expect((await toldTo(rig.cookie))[0]).toBe('Bo is on it: Forge is down');
    await release(bo);
    await offerTo('Grace');
    await release();
    expect(await ownerOf()).toEqual({ by: undefined, to: undefined });
    expect((await toldTo(grace))[0]).toBe('Ada takes back the offer to Grace: Forge is down');
    await offerTo('Grace');
    await release(grace);
    expect((await toldTo(rig.cookie))[0]).toBe('Grace does not accept it: Forge is down');
    await acknowledge();
    await offerTo('Grace');
    await acknowledge();
    expect(await ownerOf()).toEqual({ by: 'Ada', to: undefined });
  });

  test('takes it from nobody but who makes it, and to somebody else replaces the one before', async () => {
    await acknowledge(bo);
    await offerTo('Grace');
    expect(await ownerOf()).toEqual({ by: 'Bo', to: 'Grace' });
    expect((await offerTo('Bo')).status).toBe(200);
    expect(await ownerOf()).toEqual({ by: 'Bo', to: 'Grace' });
    await offerTo('Ada', bo);
    expect(await ownerOf()).toEqual({ by: undefined, to: 'Ada' });
    expect((await toldTo(grace))[0]).toBe('Bo offers it to Ada: Forge is down');
  });

  test('is refused to oneself, to who may not be on it, and of what has ended', async () => {
    const nobody = await offerTo('Mallory');
    expect((await nobody.json()).message).toContain('Mallory is no operator');
    const answers = [nobody, await offerTo('Ada')];
    await offerTo('Grace');
    await rig.round({ Forge: 'connected' });
    expect(await ownerOf()).toEqual({ by: undefined, to: undefined });
    answers.push(await offerTo('Grace'));
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409]);
    expect(await events()).toHaveLength(2);
  });
});
