import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PlatformVerdict } from '../../contract/shapes/witness.ts';
import {
  createHistoryRig,
  type HistoryRig,
  NODE,
  PLATFORMS,
} from '../../tests/server/mesh/peers/history-rig.ts';
import { readPlatformDetails } from '../mesh/peers/platform-history.ts';
import type { WitnessedRound } from '../round.ts';
import { createIncidentTracker } from './incident-tracker.ts';
import { findIncident, listIncidents } from './rows.ts';

let rig: HistoryRig;
beforeAll(async () => {
  rig = await createHistoryRig();
});
beforeEach(async () => {
  await rig.clear();
  rig.onRound = createIncidentTracker({
    ...{ node: NODE, probedAt: new Map() },
  });
});
afterAll(() => rig.end());

/** What other nodes say of every platform. */
function said(verdict: PlatformVerdict, text: string, isCutOff = false): WitnessedRound {
  const witness = { from: 'signal', about: 'forge', status: 'connected', latencyMs: 3 };
  const statements = [{ ...witness, name: 'Signal', at: rig.now() }];
  const judged = { verdict, reachedBy: ['signal'], missedBy: [], disputed: [] };
  return {
    cutOff: isCutOff ? 'This node is cut off: 2 of 2 lines are down at once' : null,
    of: () => ({ ...judged, testimony: { at: rig.now(), text, statements } }),
  };
}

const incidents = async () => (await listIncidents(rig.db, { limit: 10 })).reverse();
const textsOf = async (id = 0) =>
  (await findIncident(rig.db, id))?.events.map(({ kind, text }) => `${kind}: ${text}`);
const LINE = 'The line to Forge is down; Signal reaches it';

test('an incident says that it is of the line, with the testimony of its minute', async () => {
  await rig.round();
  rig.behaviours.set('forge', 'too-late');
  rig.witnessed = said('not-known', 'No other node has measured Forge since');
  await rig.round();
  rig.witnessed = said('cut-off-from-us', LINE);
  await rig.round();
  await rig.round();
  const [incident] = await incidents();
  expect(incident).toMatchObject({ platform: 'forge', scope: 'line', endedAt: null });
  expect(await textsOf(incident?.id)).toEqual([
    'opened: forge is down: no answer',
    `witnesses: ${LINE}`,
  ]);
  const details = await findIncident(rig.db, incident?.id ?? 0);
  expect(details?.testimony).toMatchObject({ text: LINE, statements: [{ name: 'Signal' }] });
});

test('a node that is cut off has one incident, and none of the platforms', async () => {
  await rig.round();
  for (const id of ['forge', 'archive']) rig.behaviours.set(id, 'too-late');
  rig.witnessed = said('not-known', '', true);
  await rig.round();
  await rig.round();
  const [incident, ...others] = await incidents();
  expect(others).toEqual([]);
  expect(incident).toMatchObject({ platform: 'meridian', scope: 'node', status: 'error' });
  expect(incident?.cause).toBe('2 of 2 lines are down at once');
  expect(await bell()).toEqual(['Meridian is cut off']);
});

const bell = async () => {
  const rows = await rig.db.selectFrom('notifications').select('title').orderBy('id').execute();
  return rows.map(({ title }) => title);
};
const down = (id: string, verdict: PlatformVerdict) => {
  rig.behaviours.set(id, 'too-late');
  rig.witnessed = said(verdict, LINE);
};

test.each([
  ['cut-off-from-us', 'The line to forge is down'],
  ['down', 'forge is down'],
  ['not-known', 'forge is down'],
] as const)('the bell waits one round for the verdict: %s', async (verdict, title) => {
  await rig.round();
  down('forge', 'not-known');
  await rig.round();
  expect(await incidents()).toMatchObject([{ scope: 'undecided' }]);
  expect(await bell()).toEqual([]);
  down('forge', verdict);
  await rig.round();
  await rig.round();
  expect(await bell()).toEqual([title]);
});

test('what is back before the verdict rings no bell, and without witnesses it rings at once', async () => {
  await rig.round();
  down('forge', 'not-known');
  await rig.round();
  rig.behaviours.clear();
  await rig.round();
  expect(await incidents()).toMatchObject([{ scope: 'undecided', endedAt: rig.now() }]);
  down('archive', 'not-known');
  rig.witnessed = undefined;
  await rig.round();
  expect(await bell()).toEqual(['archive is down']);
});

test('a verdict that a former leader waited for is not waited for again', async () => {
  await rig.round();
  down('forge', 'not-known');
  await rig.round();
  rig.onRound = createIncidentTracker({ node: NODE, probedAt: new Map() });
  rig.witnessed = undefined;
  await rig.round();
  expect(await bell()).toEqual(['forge is down']);
});

const oneIsWebsite = async () => {
  rig.websites.add('archive');
  await rig.restart();
  await rig.round();
  for (const id of ['forge', 'archive']) rig.behaviours.set(id, 'too-late');
  rig.witnessed = said('not-known', '', true);
  const { of } = rig.witnessed;
  rig.witnessed = { ...rig.witnessed, of: (id) => (id === 'archive' ? undefined : of(id)) };
  await rig.round();
};

test('what is no mesh node has its own incident while this node is cut off', async () => {
  await oneIsWebsite();
  expect((await incidents()).map(({ platform }) => platform)).toEqual(['meridian', 'archive']);
});

test('it ends when most lines are up, and what is still down has its own then', async () => {
  await rig.round();
  for (const id of ['forge', 'archive']) rig.behaviours.set(id, 'too-late');
  rig.witnessed = said('not-known', '', true);
  await rig.round();
  // After a restart nobody has said anything, and nothing answers.
  rig.onRound = createIncidentTracker({ node: NODE, probedAt: new Map() });
  rig.witnessed = undefined;
  await rig.round();
  expect(await incidents()).toHaveLength(1);
  rig.behaviours.set('forge', 20);
  await rig.round();
  const [node, archive] = await incidents();
  expect(node?.endedAt).toBe(rig.now());
  expect(archive).toMatchObject({ platform: 'archive', endedAt: null });
});

async function uptimeOf(platform: string) {
  const options = { platforms: PLATFORMS, now: rig.now(), gapMaxMs: 34_500 };
  const asked = { id: platform, address: null, lateMs: 250 };
  return (await readPlatformDetails(rig.db, asked, options))?.uptime[0];
}

test('the uptime of what is no mesh node is what this node measures, also while it is cut off', async () => {
  await oneIsWebsite();
  await rig.round();
  expect(await uptimeOf('archive')).toMatchObject({ up: 10_000, down: 10_000 });
  expect(await uptimeOf('forge')).toMatchObject({ up: 10_000, down: 0 });
});

test('uptime counts what the mesh knows, and how much this node knew alone', async () => {
  await rig.round();
  rig.behaviours.set('forge', 'too-late');
  rig.witnessed = said('cut-off-from-us', LINE);
  await rig.round();
  rig.witnessed = said('not-known', '', true);
  await rig.round();
  // It was reached by others for one round; while this node was cut off nobody knew.
  await rig.round();
  expect(await uptimeOf('forge')).toMatchObject({ up: 20_000, down: 0 });
  rig.witnessed = { ...said('not-known', ''), of: () => undefined };
  await rig.round();
  await rig.round();
  expect(await uptimeOf('forge')).toMatchObject({ up: 20_000, down: 10_000 });
  const judged = said('not-known', '').of('forge');
  rig.witnessed = { ...said('not-known', ''), of: () => judged && { ...judged, reachedBy: [] } };
  await rig.round();
  await rig.round();
  expect(await uptimeOf('forge')).toMatchObject({ up: 20_000, down: 30_000, alone: 10_000 });
});
