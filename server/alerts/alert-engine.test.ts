import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/limits.ts';
import { type AlertRig, openAlertRig } from '../../tests/server/alerts/alert-rig.ts';
import { findIncident } from '../incidents/rows.ts';
import { type Definition, listDefinitions, saveDefinition } from '../platforms/rows/definitions.ts';
import { savePlatforms } from '../platforms/rows/states.ts';
import { alertedPlatform, incidentAlert } from './incident-alerts.ts';
import { findAlertable } from './rows/decisions.ts';
import { deleteRule } from './rows/rules.ts';
import { listTexts, saveTexts } from './rows/texts.ts';

/** Id of the rule that there is at first. */
const DEFAULT_ABOUT_PEOPLE = 3;
let rig: AlertRig;
beforeEach(async () => {
  rig = await openAlertRig();
});
afterEach(() => rig.close());

const titles = () => rig.pushed.map(({ title }) => title);
const acknowledgement = (by = 'ada') => ({ by, at: rig.clock.now(), note: '' });
const back = (id: number) => rig.change(id, { endedAt: rig.clock.now() });
const rows = () => rig.store.db.selectFrom('alertDeliveries').selectAll().orderBy('id').execute();
const states = async () => (await rows()).map(({ state }) => state);

describe('an incident', () => {
  test('is pushed when it opens and when it ends, and both are in its history', async () => {
    const id = await rig.open('archive');
    await rig.pass(0);
    expect(rig.pushed).toMatchObject([{ title: 'Archive is down', incident: id, kind: 'down' }]);
    await rig.pass(5 * MINUTE_MS);
    await back(id);
    await rig.pass(0);
    expect(rig.pushed[1]).toMatchObject({
      ...{ title: 'Archive is back', kind: 'back', url: `/incidents/${id}` },
      text: 'archive.mesh.example answers again after 5 min.',
    });
    expect(rig.pushed[1]?.incident).toBeUndefined();
    const { events = [] } = (await findIncident(rig.store.db, id)) ?? {};
    expect(events.filter(({ kind }) => kind === 'alert').map(({ text }) => text)).toEqual([
      'Sent to Web push: Archive is down.',
      'Sent to Web push: Archive is back.',
    ]);
  });

  test('is pushed once its round for the verdict is over, and says then what is down', async () => {
    const id = await rig.open('archive');
    await rig.change(id, { scope: 'undecided' });
    await rig.pass(0);
    expect(titles()).toEqual([]);
    await rig.change(id, { scope: 'line' });
    await rig.pass(0);
    expect(titles()).toEqual(['The line to Archive is down']);
  });

  test('that four platforms share is one message, three are three', async () => {
    for (const name of ['a', 'b', 'c']) await rig.open(name);
    await rig.pass(0);
    expect(titles()).toEqual(['a is down', 'b is down', 'c is down']);
    await rig.store.journal.commit(async (_tx, emit) => emit(['api', 'nothing'], 'patch', {}));
    rig.outcome = { state: 'later', error: 'busy' };
    for (const name of ['d', 'e', 'f', 'g', 'h']) await rig.open(name);
    await rig.pass(0);
    rig.outcome = { state: 'sent' };
    await rig.pass(MINUTE_MS);
    expect(rig.pushed.slice(3)).toMatchObject([
      { title: '5 platforms are down', text: 'd, e, f and 2 more.' },
    ]);
    expect(new Set(await states())).toEqual(new Set(['sent']));
  });

  test('is sent by a rule for its group, and for its tag, from when it has them', async () => {
    const saveArchive = (parts: Pick<Definition, 'group' | 'tags'>) =>
      rig.store.journal.commit(async (tx, emit) => {
        const archive = { id: 'archive', name: 'Archive', domain: 'archive.mesh.example' };
        await saveDefinition(tx, { ...archive, source: 'console', ...parts }, rig.clock.now());
        emit(['api', 'mesh', 'platforms'], 'patch', null);
      });
    await rig.setRule({ groups: ['Storage'], tags: ['backup'] });
    await saveArchive({ group: 'Web', tags: ['berlin'] });
    const id = await rig.open('archive');
    await rig.pass(MINUTE_MS);
    expect(titles()).toEqual([]);
    await saveArchive({ group: 'Storage' });
    await rig.pass(0);
    expect(titles()).toEqual(['Archive is down']);
    await saveArchive({ tags: ['backup'] });
    await back(id);
    await rig.pass(0);
    expect(titles()).toEqual(['Archive is down', 'Archive is back']);
  });

  test('is pushed when no other platform is down any more because of which it is', async () => {
    const save = (id: string, status: string, dependsOn: string[]) =>
      rig.store.journal.commit(async (tx, emit) => {
        const platform = { id, name: id, domain: id, dependsOn, source: 'console' } as const;
        await saveDefinition(tx, platform, rig.clock.now());
        const state = { id, status, latencyMs: null, lastSeen: null, changedAt: 0, failure: null };
        await savePlatforms(tx, [state]);
        emit(['api', 'mesh', 'platforms'], 'patch', null);
      });
    await save('archive', 'error', []);
    await save('forge', 'error', ['archive']);
    await save('shop', 'error', ['forge']);
    await rig.open('shop');
    await rig.pass(HOUR_MS);
    expect(titles()).toEqual([]);
    await save('archive', 'connected', []);
    await save('forge', 'connected', ['archive']);
    await rig.pass(0);
    expect(titles()).toEqual(['shop is down']);
    const cause = await findAlertable(rig.store.db, await rig.open('archive'));
    if (!cause) throw new Error('no incident');
    const about = alertedPlatform(cause, await listDefinitions(rig.store.db));
    const { text } = incidentAlert({ incident: cause, step: 'down', ...about, at: 0 });
    expect(text).toMatch(/ 2 platforms depend on it\.$/);
  });

  test('that a person opened is pushed at first, and by rules about those alone, for what it affects', async () => {
    await rig.openByPerson('Doors are open', []);
    await rig.pass(0);
    await rig.store.journal.commit((tx) => deleteRule(tx, DEFAULT_ABOUT_PEOPLE));
    await rig.addRule({ about: 'person', platforms: ['forge'], repeatMin: 5 });
    await rig.openByPerson('Mail is slow', ['archive']);
    const id = await rig.openByPerson('Payments fail', ['forge', 'archive']);
    await rig.pass(HOUR_MS);
    expect(titles()).toEqual(['Doors are open', 'Payments fail']);
    await rig.change(id, { acknowledgement: null });
    await rig.pass(0);
    await rig.change(id, { endedAt: rig.clock.now() });
    await rig.pass(0);
    expect(rig.pushed).toMatchObject([
      { title: 'Doors are open', text: 'Opened by bo.' },
      { title: 'Payments fail', text: 'Opened by bo. It affects Forge, Archive.', incident: id },
      { title: 'Still open: Payments fail' },
      { title: 'Resolved: Payments fail', kind: 'back', url: `/incidents/${id}` },
    ]);
  });

  test('is repeated until somebody is on it', async () => {
    await rig.setRule({ repeatMin: 10 });
    const id = await rig.open('archive');
    await rig.pass(25 * MINUTE_MS);
    expect(titles()).toEqual(['Archive is down', 'Archive is still down', 'Archive is still down']);
    await rig.change(id, { acknowledgement: acknowledgement() });
    await rig.pass(HOUR_MS);
    expect(titles()).toHaveLength(3);
    await rig.change(id, { acknowledgement: null });
    await rig.pass(0);
    expect(titles()).toHaveLength(4);
  });

  test('that was planned is alerted when its window is over and it is not back', async () => {
    const id = await rig.open('archive', { planned: true });
    rig.inMaintenance.add('archive');
    await rig.pass(HOUR_MS);
    expect(titles()).toEqual([]);
    rig.inMaintenance.clear();
    await rig.change(id, { planned: false });
    await rig.pass(0);
    expect(titles()).toEqual(['Archive is down']);
  });

  test('that opened and ended while this node was off is not alerted', async () => {
    await rig.alerts().close();
    const id = await rig.open('archive');
    rig.clock.advance(HOUR_MS);
    await back(id);
    await rig.restart();
    await rig.pass(HOUR_MS);
    expect(titles()).toEqual([]);
    expect(await states()).toEqual([]);
  });
});

describe('a delivery that waits', () => {
  beforeEach(() => {
    rig.outcome = { state: 'later', error: 'busy' };
  });

  test('is dropped when the incident has ended, and its end is not sent', async () => {
    const id = await rig.open('archive');
    await rig.pass(0);
    await back(id);
    rig.outcome = { state: 'sent' };
    await rig.pass(HOUR_MS);
    expect(titles()).toEqual([]);
    expect(await states()).toEqual(['dropped', 'dropped']);
  });

  test('is dropped when somebody is on it, and sent when they are not any more', async () => {
    const id = await rig.open('archive');
    await rig.pass(0);
    await rig.change(id, { acknowledgement: acknowledgement() });
    rig.outcome = { state: 'sent' };
    await rig.pass(MINUTE_MS);
    expect(await states()).toEqual(['dropped']);
    await rig.change(id, { acknowledgement: null });
    await rig.pass(MINUTE_MS);
    expect(titles()).toEqual(['Archive is down']);
    expect(await states()).toEqual(['sent']);
  });

  test('to one device is dropped when somebody is on it, and the other still hears of the end', async () => {
    const other = 'https://fcm.googleapis.com/fcm/send/other';
    await rig.addDevice(other);
    const got: string[] = [];
    rig.onPush = ({ title }, _isLast, endpoint) => {
      const isBusy = endpoint === other;
      rig.outcome = isBusy ? { state: 'later', error: 'busy' } : { state: 'sent' };
      if (!isBusy) got.push(title);
    };
    const id = await rig.open('archive');
    await rig.pass(0);
    expect([got, (await states()).sort()]).toEqual([['Archive is down'], ['sent', 'waiting']]);
    await rig.change(id, { acknowledgement: acknowledgement() });
    await rig.pass(MINUTE_MS);
    expect((await states()).sort()).toEqual(['dropped', 'sent']);
    await back(id);
    await rig.pass(HOUR_MS);
    expect(got).toEqual(['Archive is down', 'Archive is back']);
    expect((await states()).sort()).toEqual(['dropped', 'dropped', 'sent', 'sent']);
  });

  test('is not followed by the repetitions that fell due meanwhile', async () => {
    await rig.setRule({ repeatMin: 5 });
    await rig.open('archive');
    await rig.pass(12 * MINUTE_MS);
    rig.outcome = { state: 'sent' };
    await rig.pass(2 * MINUTE_MS);
    expect(titles()).toEqual(['Archive is down']);
    await rig.pass(2 * MINUTE_MS);
    expect(titles()[1]).toBe('Archive is still down');
  });

  test('waits on while its platform is in maintenance', async () => {
    await rig.open('archive');
    await rig.pass(0);
    rig.inMaintenance.add('archive');
    rig.outcome = { state: 'sent' };
    await rig.pass(2 * HOUR_MS);
    expect(titles()).toEqual([]);
    rig.inMaintenance.clear();
    await rig.pass(2 * MINUTE_MS);
    expect(titles()).toEqual(['Archive is down']);
  });

  test('that a platform is back waits on while it is down again', async () => {
    rig.outcome = { state: 'sent' };
    const first = await rig.open('archive');
    await rig.pass(MINUTE_MS);
    rig.outcome = { state: 'later', error: 'busy' };
    await back(first);
    await rig.pass(15 * MINUTE_MS);
    rig.outcome = { state: 'sent' };
    const second = await rig.open('archive');
    await rig.pass(2 * HOUR_MS);
    expect(titles()).toEqual(['Archive is down', 'Archive is down']);
    await back(second);
    await rig.pass(2 * MINUTE_MS);
    expect(titles().slice(2)).toEqual(['Archive is back', 'Archive is back']);
  });

  test('keeps its attempts over a restart', async () => {
    await rig.open('archive');
    await rig.pass(MINUTE_MS);
    await rig.restart();
    await rig.pass(2 * HOUR_MS);
    expect(await rows()).toMatchObject([{ state: 'failed', attempts: 5, error: 'busy' }]);
    expect(await rig.pushCounts()).toEqual({ sent: 0, failed: 1, waiting: 0 });
  });
});

describe('a drill', () => {
  const end = (id: number) =>
    rig.store.journal.commit(async (tx, emit) => {
      await tx.deleteFrom('incidents').where('id', '=', id).execute();
      emit(['api', 'incidents'], 'replace', []);
    });

  test('is alerted like an incident, marked first thing, also at its end', async () => {
    const id = await rig.open('archive', { drill: true });
    await rig.pass(MINUTE_MS);
    await end(id);
    await rig.pass(MINUTE_MS);
    expect(rig.pushed.map(({ title, text }) => [title, text.slice(0, 7)])).toEqual([
      ['DRILL: Archive is down', 'DRILL: '],
      ['DRILL: Archive is back', 'DRILL: '],
    ]);
  });

  test('that nobody was alerted of ends in silence', async () => {
    await rig.setRule({ afterSec: 3600 });
    const id = await rig.open('archive', { drill: true });
    await rig.pass(MINUTE_MS);
    await end(id);
    await rig.pass(2 * HOUR_MS);
    expect(titles()).toEqual([]);
  });
});

test('a rule that is added while a platform is down applies to it', async () => {
  await rig.setRule({ enabled: false });
  await rig.open('archive');
  await rig.pass(MINUTE_MS);
  expect(titles()).toEqual([]);
  await rig.addRule({});
  await rig.pass(0);
  expect(titles()).toEqual(['Archive is down']);
});

test('what was delivered is deleted after thirty days, what waits or is open is not sent twice', async () => {
  await rig.open('archive');
  await rig.pass(MINUTE_MS);
  rig.clock.advance(31 * DAY_MS);
  await rig.pass(2 * MINUTE_MS);
  expect(await rows()).toEqual([]);
  expect(titles()).toEqual(['Archive is down']);
});

test('what waits for its next attempt does not wait for a day when the clock is set back by one', async () => {
  rig.outcome = { state: 'later', error: 'busy' };
  await rig.open('archive');
  await rig.pass(0);
  await rig.store.journal.commit((tx) =>
    tx
      .updateTable('alertDeliveries')
      .set((eb) => ({ dueAt: eb('dueAt', '+', DAY_MS) }))
      .execute(),
  );
  await rig.pass(MINUTE_MS);
  expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 2 }]);
  rig.outcome = { state: 'sent' };
  await rig.pass(2 * MINUTE_MS);
  expect(titles()).toEqual(['Archive is down']);
});

test('an alert that cannot be made or sent has failed, and is not repeated for ever', async () => {
  rig.onPush = () => {
    throw new URIError('URI malformed');
  };
  await rig.open('archive');
  await rig.pass(0);
  expect(await rows()).toMatchObject([{ state: 'failed', error: 'URI malformed' }]);
});

test('a delivery that never ends is over after a minute, and tried again', async () => {
  rig.outcome = new Promise(() => undefined) as never;
  await rig.open('archive');
  await rig.pass(0);
  rig.outcome = { state: 'sent' };
  for (let second = 0; second <= 60; second++) await rig.pass(1000);
  expect(await rows()).toMatchObject([{ attempts: 1, error: 'It took longer than 60 s.' }]);
  await rig.pass(MINUTE_MS);
  expect(titles()).toEqual(['Archive is down']);
});

test('an instance that no longer leads begins to send nothing, the next one sends it once', async () => {
  rig.outcome = { state: 'later', error: 'busy' };
  await rig.open('archive');
  await rig.pass(0);
  rig.outcome = { state: 'sent' };
  const { inMaintenance } = rig;
  // It is looked at just before it is sent.
  const isPlanned = vi.spyOn(inMaintenance, 'has').mockImplementationOnce(() => {
    rig.kill();
    void rig.alerts().close();
    return false;
  });
  await rig.pass(MINUTE_MS / 2);
  expect(isPlanned).toHaveBeenCalledOnce();
  await rig.takeOver();
  await rig.pass(MINUTE_MS);
  expect(titles()).toEqual(['Archive is down']);
});

test('a channel has its own texts, and the built-in one when they fail', async () => {
  const own = (title: string) =>
    rig.store.journal.commit((tx) => saveTexts(tx, 'push', { title, text: '{{ step }}' }));
  await own('{{ platform.id }} since {{ incident.started | date: "%Y" }}');
  await rig.open('archive');
  await vi.waitFor(() => expect(rig.pushed).toHaveLength(1));
  await own('{{ platform.nam }}');
  await rig.open('forge');
  await vi.waitFor(() => expect(rig.pushed).toHaveLength(2));
  const [archive, forge] = rig.pushed;
  expect(archive).toMatchObject({ title: 'archive since 2027', text: 'down' });
  expect(forge?.title).toBe('Forge is down');
  const failure = { at: rig.clock.now(), text: expect.stringContaining('platform.nam') };
  expect((await listTexts(rig.store.db)).get('push')).toMatchObject({ failure });
});
