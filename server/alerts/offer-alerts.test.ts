import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../contract/limits.ts';
import { type AlertRig, openAlertRig } from '../../tests/server/alerts/alert-rig.ts';
import { acknowledge } from '../incidents/acknowledging.ts';
import { offer } from '../incidents/offering.ts';
import { findIncident } from '../incidents/rows.ts';
import { notify } from './queued.ts';

const BO = 'https://fcm.googleapis.com/fcm/send/bo';
const ASKED = 'ada hands over to you: Archive is down';

/** An incident is offered to bo, whose only device has chosen nothing. */
describe('an offer', () => {
  let rig: AlertRig;
  let id: number;
  let sent: string[];
  beforeEach(async () => {
    rig = await openAlertRig();
    await rig.addAccount('bo');
    await rig.addDevice(BO, 'bo');
    const { db } = rig.store;
    await db
      .updateTable('pushSubscriptions')
      .set({ kindsJson: '[]' })
      .where('accountId', '=', 'bo')
      .execute();
    await rig.setRule({ repeatMin: 2 });
    id = await rig.open('archive');
    await change('ada');
    sent = [];
    rig.onPush = ({ title }, _, endpoint) => sent.push(`${endpoint.split('/').at(-1)}: ${title}`);
  });
  afterEach(() => rig.close());

  const change = (by: string, to?: string) =>
    rig.store.journal.commit(async (tx, emit) => {
      const incident = await findIncident(tx, id);
      if (incident === undefined) throw new Error('no such incident');
      const about = { by, at: rig.clock.now(), name: 'Archive', notify };
      if (to === undefined) await acknowledge(tx, emit, incident, { ...about, note: '' });
      else await offer(tx, emit, incident, { ...about, to });
    });

  test('is pushed to every device of whom it asks, and nobody is on it for rules', async () => {
    await rig.pass(4 * MINUTE_MS);
    expect(sent).toEqual([]);
    await change('ada', 'bo');
    await rig.pass(0);
    expect(sent).toEqual([`bo: ${ASKED}`, 'one: Archive is down']);
    expect(rig.pushed[0]).toMatchObject({ incident: id, url: `/incidents/${id}` });
    await rig.pass(4 * MINUTE_MS);
    expect(sent.slice(2)).toEqual(['one: Archive is still down', 'one: Archive is still down']);
    await change('bo');
    await rig.pass(0);
    await rig.pass(4 * MINUTE_MS);
    expect(sent.slice(4)).toEqual(['one: bo accepted it from ada: Archive is down']);
  });

  test('is not pushed any more when it has ended meanwhile, or its time is over', async () => {
    await change('ada', 'bo');
    rig.outcome = { state: 'later', error: 'busy' };
    await rig.pass(0);
    await change('ada');
    await rig.pass(MINUTE_MS);
    rig.outcome = { state: 'sent' };
    await rig.pass(MINUTE_MS);
    expect(rig.pushed.map(({ title }) => title)).not.toContain(ASKED);
    rig.outcome = { state: 'later', error: 'busy' };
    await change('ada', 'bo');
    await rig.pass(6 * MINUTE_MS);
    rig.outcome = { state: 'sent' };
    await rig.pass(20 * MINUTE_MS);
    expect(rig.pushed.map(({ title }) => title)).not.toContain(ASKED);
  });
});
