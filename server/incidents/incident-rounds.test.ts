import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../contract/limits.ts';
import type { Incident } from '../../contract/shapes/incident.ts';
import {
  createHistoryRig,
  type HistoryRig,
  NODE,
  PLATFORMS,
} from '../../tests/server/mesh/peers/history-rig.ts';
import { type Step, stepsOf } from '../../tests/server/mesh/peers/history-steps.ts';
import { soleTermJournal } from '../database/journal.ts';
import { syncPlatforms } from '../platforms/rows/definitions.ts';
import { createIncidentTracker } from './incident-tracker.ts';
import { createIncidents } from './incidents.ts';
import { findIncident, listIncidents } from './rows.ts';

let rig: HistoryRig;
beforeAll(async () => {
  rig = await createHistoryRig();
  await sql`pragma synchronous = off`.execute(rig.db);
});
beforeEach(begin);
afterAll(() => rig.end());

async function startTracking(platforms = PLATFORMS): Promise<void> {
  const { db, journal, now } = rig;
  const named = platforms.map((id) => ({ id, name: id, domain: `${id}.mesh.example` }));
  await journal.commit((tx) => syncPlatforms(tx, named, now()));
  const notify = async () => undefined;
  const incidents = createIncidents({ platforms: named, db, journal, now, notify, node: NODE });
  const probedAt = await incidents.resume(soleTermJournal(journal));
  rig.onRound = createIncidentTracker({ node: NODE, probedAt });
}

async function begin(): Promise<void> {
  await rig.clear();
  rig.isPlanned = () => false;
  await startTracking();
}

async function restart(): Promise<void> {
  await rig.restart();
  await startTracking();
}

/** Oldest first. */
const incidentsOf = async (platform: string): Promise<Incident[]> =>
  (await listIncidents(rig.db, { platforms: [platform], limit: 1000 })).reverse();

async function eventsOf({ id }: Incident) {
  const found = await findIncident(rig.db, id);
  return found?.events ?? [];
}

/** One platform as incidents should tell of it. */
interface Expected {
  /** Of the last measured round; null before it. */
  status: string | null;
  ended: number;
  /** Of the open incident. */
  planned: boolean;
}

async function playStep(step: Step): Promise<void> {
  const { event, longMs, shortMs, behaviours, planned } = step;
  if (event === 'sleep' || event === 'clock forward') rig.move(longMs);
  if (event === 'clock back') rig.move(-longMs);
  if (event === 'restart') {
    rig.move(longMs % 100_000);
    await restart();
  }
  PLATFORMS.forEach((platform, index) => {
    rig.behaviours.set(platform, behaviours[index] ?? 1);
  });
  rig.isPlanned = (platform) => planned[PLATFORMS.indexOf(platform)] ?? false;
  await rig.round(shortMs);
}

function expectAfterRound(expected: Expected, status: string, planned: boolean): Expected {
  const wasOpen = expected.status !== null && expected.status !== 'connected';
  if (status === 'connected')
    return { status, ended: expected.ended + (wasOpen ? 1 : 0), planned: expected.planned };
  return { ...expected, status, planned: wasOpen ? expected.planned && planned : planned };
}

async function checkTimes(incidents: readonly Incident[]): Promise<void> {
  let last = 0;
  for (const incident of incidents) {
    const { startedAt, endedAt } = incident;
    const end = endedAt ?? Number.POSITIVE_INFINITY;
    expect(startedAt).toBeGreaterThanOrEqual(last);
    expect(end).toBeGreaterThanOrEqual(startedAt);
    last = end;
    const events = await eventsOf(incident);
    expect(events[0]?.kind).toBe('opened');
    expect(events.at(-1)?.kind === 'ended').toBe(endedAt !== null);
    expect(events.every(({ at }) => at >= startedAt)).toBe(true);
  }
}

async function checkPlatform(platform: string, expected: Expected): Promise<void> {
  const incidents = await incidentsOf(platform);
  const open = incidents.filter(({ endedAt }) => endedAt === null);
  const isOpen = expected.status !== null && expected.status !== 'connected';
  expect(open).toHaveLength(isOpen ? 1 : 0);
  expect(incidents.length - open.length).toBe(expected.ended);
  if (isOpen) expect(open[0]?.planned).toBe(expected.planned);
  await checkTimes(incidents);
}

test('are one at a time and never overlap, whatever happens to probes, process and clock', async () => {
  await fc.assert(
    fc.asyncProperty(stepsOf(3 * 60 * MINUTE_MS), async (steps) => {
      await begin();
      const expected = new Map<string, Expected>();
      for (const step of steps) {
        await playStep(step);
        for (const { platform, after } of rig.rounds.at(-1)?.updates ?? []) {
          const before = expected.get(platform.id) ?? { status: null, ended: 0, planned: false };
          const planned = rig.isPlanned(platform.id, rig.now());
          expected.set(platform.id, expectAfterRound(before, after.status, planned));
        }
      }
      for (const [platform, one] of expected) await checkPlatform(platform, one);
    }),
    { numRuns: 60 },
  );
});

describe('an incident over a restart', () => {
  const titles = async () =>
    (await rig.db.selectFrom('notifications').select('title').orderBy('id').execute()).map(
      ({ title }) => title,
    );

  test('stays open while the platform is down, and names the time that was not measured', async () => {
    rig.behaviours.set('archive', 'too-late');
    await rig.round();
    await rig.round();
    rig.move(5 * MINUTE_MS - 10_000);
    await restart();
    await rig.round();
    const [incident, ...others] = await incidentsOf('archive');
    expect(others).toEqual([]);
    expect(incident).toMatchObject({ endedAt: null });
    expect((await eventsOf(incident as Incident)).map(({ text }) => text)).toEqual([
      'archive is down: no answer',
      'Not measured for 5 min: this node did not probe.',
    ]);
    const said = await rig.db.selectFrom('activity').select('message').execute();
    expect(said.filter(({ message }) => message.includes('is down'))).toHaveLength(1);
    expect(await titles()).toEqual(['archive is down']);
  });

  test('ends when the platform has come back meanwhile', async () => {
    rig.behaviours.set('archive', 'too-late');
    await rig.round();
    rig.move(2 * DAY_MS);
    await restart();
    rig.behaviours.set('archive', 20);
    await rig.round();
    const [incident] = await incidentsOf('archive');
    expect(incident).toMatchObject({ endedAt: rig.now() });
    expect((await eventsOf(incident as Incident)).map(({ kind }) => kind)).toEqual([
      'opened',
      'not-measured',
      'ended',
    ]);
    expect(await titles()).toEqual(['archive is down', 'archive is back']);
  });

  test('opens with the first probe of a process', async () => {
    await rig.round();
    await restart();
    rig.behaviours.set('archive', 'too-late');
    await rig.round();
    expect(await incidentsOf('archive')).toHaveLength(1);
  });
});
