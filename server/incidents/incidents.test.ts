import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../contract/limits.ts';
import { keyOf } from '../../contract/paths.ts';
import { type IncidentRig, openIncidentRig } from '../../tests/server/incidents/incident-rig.ts';
import { replay } from '../../tests/server/replay.ts';
import { soleTermJournal } from '../database/journal.ts';
import { syncPlatforms } from '../platforms/rows/definitions.ts';
import { createIncidents } from './incidents.ts';
import { addIncidentEvent, listRecentIncidents } from './rows.ts';

const NODE = { id: 'meridian', name: 'Meridian', domain: 'meridian.mesh.example' };

let rig: IncidentRig;
beforeEach(async () => {
  rig = await openIncidentRig();
});
afterEach(() => rig.close());

describe('an incident', () => {
  test('opens when a platform leaves connected and ends when it is connected again', async () => {
    await rig.round('connected');
    expect(await rig.list()).toEqual([]);
    await rig.round('warning');
    const startedAt = rig.now;
    await rig.round('error');
    await rig.round('error');
    await rig.round('warning');
    expect(await rig.list()).toEqual([
      {
        id: 1,
        platform: 'archive',
        status: 'error',
        startedAt,
        endedAt: null,
        cause: 'no answer',
        planned: false,
        drillUntil: null,
        acknowledgement: null,
      },
    ]);
    await rig.round('connected');
    const [ended, ...others] = await rig.list();
    expect(others).toEqual([]);
    expect(ended).toMatchObject({ id: 1, status: 'error', endedAt: rig.now });
    expect(await rig.eventsOf(1)).toEqual([
      'opened: Archive is slow: 300 ms',
      'status: Archive is down: no answer',
      'status: Archive is slow: 300 ms',
      'ended: Archive is fast again',
    ]);
    await rig.round('error');
    expect((await rig.list()).map(({ id, endedAt }) => [id, endedAt === null])).toEqual([
      [2, true],
      [1, false],
    ]);
  });

  test('is published: a new row, its changes, and its details', async () => {
    await rig.round('warning');
    await rig.round('error');
    await rig.round('connected');
    const { changes } = await replay(rig.server.node.journal, 0);
    const published = changes.filter(({ key }) => key.includes('incidents'));
    expect(published).toMatchObject([
      { op: 'prepend', key: keyOf('incidents'), data: [{ id: 1, status: 'warning' }] },
      { op: 'patch', data: { id: 1, status: 'error', cause: 'no answer' } },
      { op: 'replace', key: keyOf('incident', { id: '1' }), data: { events: [{}, {}] } },
      { op: 'patch', data: { id: 1, endedAt: rig.now } },
      { op: 'replace', data: { endedAt: rig.now, events: [{}, {}, {}] } },
    ]);
    expect(published.at(-1)?.data).toEqual(await rig.details(1));
  });

  test('changes nothing while this node cannot probe, and records the gap', async () => {
    await rig.round('error');
    await rig.round('unknown');
    await rig.round('unknown');
    await rig.round('error');
    expect(await rig.eventsOf(1)).toEqual([
      'opened: Archive is down: no answer',
      'not-measured: Not measured for 30 s: this node did not probe.',
      'status: Archive is down: no answer',
    ]);
    await rig.round('unknown');
    expect(await rig.list()).toHaveLength(1);
    await rig.round('connected');
    expect((await rig.eventsOf(1)).slice(-2)).toEqual([
      'not-measured: Not measured for 20 s: this node did not probe.',
      'ended: Archive is connected',
    ]);
  });

  test('ends at a start without its platform in the configuration', async () => {
    await rig.round('error');
    await rig.restart();
    expect(await rig.list()).toMatchObject([{ id: 1, endedAt: rig.now }]);
    expect((await rig.eventsOf(1)).at(-1)).toBe(
      'ended: archive is no longer in the configuration, so it is not probed.',
    );
  });

  test('goes on at a take-over by an instance that does not know its platform yet', async () => {
    const { node } = rig.server;
    const platform = { id: 'archive', name: 'Archive', domain: 'archive.mesh.example' };
    await node.journal.commit((tx) => syncPlatforms(tx, [platform], rig.now));
    await rig.round('error');
    const notify = async () => undefined;
    const deps = { db: node.db, journal: node.journal, now: () => rig.now, notify };
    const other = createIncidents({ ...deps, platforms: [], node: NODE });
    await other.resume(soleTermJournal(node.journal));
    expect(await rig.list()).toMatchObject([{ id: 1, endedAt: null }]);
  });

  test('does not overlap the one before when the clock is set back', async () => {
    await rig.round('error');
    await rig.round('connected');
    const end = rig.now;
    rig.now -= 60 * MINUTE_MS;
    await rig.round('error');
    await rig.round('connected');
    const [second] = await rig.list();
    expect(second).toMatchObject({ id: 2, startedAt: end, endedAt: end });
    expect((await rig.details(2)).events.every(({ at }) => at === end)).toBe(true);
  });

  test('begins when it does after one that a clock ended that was ahead', async () => {
    await rig.round('error');
    rig.now += 800 * DAY_MS;
    await rig.round('connected');
    rig.now -= 800 * DAY_MS;
    await rig.round('error');
    expect((await rig.list())[0]).toMatchObject({ id: 2, startedAt: rig.now });
  });

  test('keeps its first and its newest events', async () => {
    await rig.round('error');
    await rig.server.node.journal.commit(async (tx) => {
      for (let i = 1; i <= 900; i++)
        await addIncidentEvent(tx, 1, { at: rig.now, kind: 'status', text: `${i}` });
    });
    const events = await rig.eventsOf(1);
    expect(events.length).toBeLessThanOrEqual(500);
    expect(events.length).toBeGreaterThan(440);
    expect(events.slice(248, 253)).toEqual([
      'status: 248',
      'status: 249',
      'dropped: More happened here. Only the first and the newest events of an incident are stored.',
      expect.stringMatching(/^status: [4-9]\d\d$/),
      expect.stringMatching(/^status: [4-9]\d\d$/),
    ]);
    expect(events.at(-1)).toBe('status: 900');
  });

  test('is deleted 400 days after its end', async () => {
    await rig.round('error');
    await rig.round('connected');
    await rig.round('error');
    rig.now += 401 * DAY_MS;
    // As after a day in which the clock ran.
    await rig.server.node.db.deleteFrom('settings').where('name', '=', 'pruning-clock').execute();
    await rig.round('error');
    const { journal, incidents } = rig.server.node;
    await incidents.lead?.(soleTermJournal(journal), async () => undefined);
    await journal.commit(async (tx, emit) =>
      incidents.afterRound?.(tx, emit, {
        updates: [],
        results: [],
        at: rig.now,
        since: rig.now,
        number: 0,
        isPlanned: () => false,
        causes: new Map(),
      }),
    );
    const { db } = rig.server.node;
    expect((await listRecentIncidents(db)).map(({ id }) => id)).toEqual([2]);
    const events = await db.selectFrom('incidentEvents').select('incidentId').execute();
    expect(events.every(({ incidentId }) => incidentId === 2)).toBe(true);
  });
});

describe('the bell', () => {
  test('rings when a platform is down and when it is back, once each', async () => {
    await rig.round('warning');
    expect(await rig.bell()).toEqual([]);
    await rig.round('error');
    await rig.round('warning');
    await rig.round('error');
    expect(await rig.bell()).toEqual(['Archive is down /incidents/1']);
    await rig.round('connected');
    await rig.round('warning');
    await rig.round('connected');
    expect(await rig.bell()).toEqual([
      'Archive is back /incidents/1',
      'Archive is down /incidents/1',
    ]);
  });
});

describe('the list', () => {
  beforeEach(async () => {
    await rig.round({ Archive: 'error', Forge: 'connected', Ledger: 'connected' });
    await rig.round({ Archive: 'connected', Forge: 'warning', Ledger: 'connected' });
    await rig.round({ Archive: 'connected', Forge: 'connected', Ledger: 'error' });
  });
  const ids = async (query?: string) => (await rig.list(query)).map(({ id }) => id);

  test('is filtered by state, status, platform, text and time, and has pages', async () => {
    expect(await ids()).toEqual([3, 2, 1]);
    expect(await ids('?state=open')).toEqual([3]);
    expect(await ids('?state=ended')).toEqual([2, 1]);
    expect(await ids('?status=error')).toEqual([3, 1]);
    expect(await ids('?platform=forge')).toEqual([2]);
    expect(await ids('?q=NO%20ans')).toEqual([3, 1]);
    expect(await ids('?q=%25')).toEqual([]);
    const [third, second, first] = await rig.list();
    expect(await ids(`?from=${second?.endedAt}`)).toEqual([3, 2]);
    expect(await ids(`?to=${second?.startedAt}`)).toEqual([1]);
    expect(await ids(`?from=${first?.startedAt}&to=${third?.startedAt}`)).toEqual([2, 1]);
    expect(await ids('?limit=2')).toEqual([3, 2]);
    expect(await ids('?limit=2&before=2')).toEqual([1]);
  });

  test('has every open incident however old it is, and the newest ended ones', async () => {
    for (let i = 0; i < 105; i++) {
      await rig.round({ Archive: 'error' });
      await rig.round({ Archive: 'connected' });
    }
    const all = await rig.list();
    expect(all.filter(({ endedAt }) => endedAt !== null)).toHaveLength(100);
    expect(all.at(-1)?.id).toBe(3);
  });

  test('refuses what is not understood', async () => {
    for (const query of ['?state=closed', '?limit=501', '?before=0', '?from=x', '?other=1'])
      expect([
        query,
        (await rig.server.call(`/api/incidents${query}`, { cookie: rig.cookie })).status,
      ]).toEqual([query, 400]);
    for (const id of ['99', 'x', '1.5', '9'.repeat(40)])
      expect((await rig.server.call(`/api/incidents/${id}`, { cookie: rig.cookie })).status).toBe(
        404,
      );
    expect((await rig.server.call('/api/incidents')).status).toBe(401);
  });
});
