import { expect, test } from 'vitest';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { MeshHistory } from '../../../contract/shapes/mesh.ts';
import { shiftSummary } from './shift-summary.ts';

const SLOT_MS = 20 * 60_000;
const QUIET = { up: SLOT_MS, late: 0, down: 0, planned: 0, notMeasured: 0, latencyMs: 20 };
const DOWN = { ...QUIET, up: 0, down: SLOT_MS };
const PLANNED = { ...QUIET, up: 0, planned: SLOT_MS };
const GAP = { ...QUIET, up: 0, notMeasured: SLOT_MS };

const HISTORY: MeshHistory = {
  from: 0,
  to: 4 * SLOT_MS,
  slotMs: SLOT_MS,
  platforms: [
    { platform: 'forge', slots: [DOWN, DOWN, PLANNED, QUIET], medianMs: 20, p95Ms: 20 },
    { platform: 'harbor', slots: [DOWN, QUIET, QUIET, GAP], medianMs: 20, p95Ms: 20 },
  ],
  node: { id: 'self', name: 'Self', slots: [QUIET, QUIET, QUIET, GAP] },
};

const incident = (id: number, more: Partial<Incident>): Incident => ({
  id,
  platform: 'forge',
  status: 'error',
  startedAt: 0,
  endedAt: null,
  cause: null,
  planned: false,
  drillUntil: null,
  acknowledgement: null,
  ...more,
});

test('counts whole slots, so that incidents and downtime are of the same time', () => {
  const summary = shiftSummary(
    [
      incident(3, {}),
      incident(2, { platform: 'harbor', endedAt: SLOT_MS }),
      incident(1, { endedAt: SLOT_MS - 1 }),
      incident(4, { drillUntil: 9 * SLOT_MS }),
    ],
    HISTORY,
    SLOT_MS + 5000,
  );
  expect(summary.from).toBe(SLOT_MS);
  expect(summary.to).toBe(4 * SLOT_MS);
  expect(summary.notMeasured).toBe(SLOT_MS);
  expect(summary.total).toEqual({ incidents: 2, down: SLOT_MS, planned: SLOT_MS, late: 0 });
  expect([...summary.platforms.keys()]).toEqual(['forge', 'harbor']);
  expect(summary.isAtLeast).toBe(false);
});

test('without a history the downtime is not known', () => {
  const summary = shiftSummary([incident(1, {})], undefined, 7);
  expect(summary).toMatchObject({ from: 7, to: undefined, total: { incidents: 1 } });
});

test('a list that is cut off counts at least', () => {
  const many = Array.from({ length: 100 }, (_, id) =>
    incident(id, { startedAt: 3 * SLOT_MS, endedAt: 3 * SLOT_MS + 1 }),
  );
  expect(shiftSummary(many, HISTORY, 2 * SLOT_MS).isAtLeast).toBe(true);
  expect(shiftSummary(many.slice(1), HISTORY, 2 * SLOT_MS).isAtLeast).toBe(false);
});
