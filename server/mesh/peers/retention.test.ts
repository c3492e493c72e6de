import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/limits.ts';
import { openTestDatabase } from '../../../tests/server/engine.ts';
import { dropActivity, listActivity } from '../../activity/rows.ts';
import type { Database } from '../../database/database.ts';
import { addAbsence, listAbsences } from '../rows/absences.ts';
import { addToSpans, NODE_ITSELF } from '../rows/probe-spans.ts';
import { addProbes } from '../rows/probes.ts';
import { dropOld } from '../rows/retention.ts';

const START = 20_000 * DAY_MS;
/** Seldom, so that more than a year takes few rounds. */
const INTERVAL_MS = 6 * HOUR_MS;
const DAYS = 400;

let dir: string;
let db: Database;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'meridian-retention-'));
  db = await openTestDatabase(dir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dir, { recursive: true });
});

/** @returns the oldest row of each kind, in days before the last round */
async function oldestDays(platform: string, now: number) {
  const days = (at: number | null) => (now - (at ?? now)) / DAY_MS;
  const spans = async (spanMs: number) =>
    db
      .selectFrom('probeSpans')
      .select(({ fn }) => fn.min<number | null>('at').as('at'))
      .where('platform', '=', platform)
      .where('spanMs', '=', spanMs)
      .executeTakeFirstOrThrow();
  const probes = await db
    .selectFrom('probes')
    .select(({ fn }) => fn.min<number | null>('at').as('at'))
    .where('platform', '=', platform)
    .executeTakeFirstOrThrow();
  return {
    probes: days(probes.at),
    minutes: days((await spans(MINUTE_MS)).at),
    hours: days((await spans(HOUR_MS)).at),
    days: days((await spans(DAY_MS)).at),
  };
}

test('probes are kept for a day, minutes for 31, hours, days and absences for 366', async () => {
  const platforms = ['forge', 'archive'];
  let at = START;
  await db.transaction().execute(async (tx) => {
    for (let round = 0; at < START + DAYS * DAY_MS; round++) {
      at += INTERVAL_MS;
      const probes = platforms.map((platform) => ({
        platform,
        at,
        status: 'connected',
        latencyMs: 20,
        failure: null,
      }));
      const node = { platform: NODE_ITSELF, status: 'connected', from: at - 1000, to: at };
      await addProbes(tx, probes);
      await addToSpans(tx, probes, [node]);
      await addAbsence(tx, { from: at - INTERVAL_MS + 1, to: at - 1000, reason: 'asleep' });
      await dropOld(tx, { platforms, at, round });
    }
  });
  for (const platform of platforms)
    expect(await oldestDays(platform, at)).toEqual({
      probes: 1,
      minutes: 31,
      hours: 366,
      days: 366,
    });
  const node = await oldestDays(NODE_ITSELF, at);
  expect([node.minutes, node.hours].map(Math.floor)).toEqual([30, 365]);
  const absences = await db.selectFrom('nodeAbsences').selectAll().execute();
  expect(absences).toHaveLength((366 * DAY_MS) / INTERVAL_MS);
  expect(await listAbsences(db, { from: at - 2 * DAY_MS, to: at })).toHaveLength(
    (2 * DAY_MS) / INTERVAL_MS,
  );
});

test('activity of a clock that was ahead keeps no older rows', async () => {
  const at = START + DAYS * DAY_MS;
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('activity').execute();
    const add = (createdAt: number, times: number) =>
      tx
        .insertInto('activity')
        .values(
          Array.from({ length: times }, () => ({
            ...{ message: 'x', severity: 'success', platform: null, createdAt },
          })),
        )
        .execute();
    await add(at + DAYS * DAY_MS, 600);
    await add(START, 20);
    await add(at, 1);
    await dropOld(tx, { platforms: [], at, round: 0 });
  });
  expect((await listActivity(db, { limit: 1000 })).map(({ createdAt }) => createdAt)).not.toContain(
    new Date(START).toISOString(),
  );
  await db.transaction().execute((tx) => tx.deleteFrom('activity').execute());
});

test('activity is kept for 366 days, and never more rows than a search may read', async () => {
  await db.transaction().execute(async (tx) => {
    for (let day = 0; day < DAYS; day++) {
      const at = START + day * DAY_MS;
      const row = { message: `day ${day}`, severity: 'success', platform: null, createdAt: at };
      await tx.insertInto('activity').values([row, row]).execute();
      await dropOld(tx, { platforms: [], at, round: day });
    }
  });
  const oldest = await listActivity(db, { limit: 1, after: 0 });
  expect(oldest).toMatchObject([{ message: `day ${DAYS - 1 - 366}` }]);

  const rows = 10;
  const all = { at: START + DAYS * DAY_MS, before: 0, limit: 500 };
  await db.transaction().execute((tx) => dropActivity(tx, { ...all, rows }));
  expect(await listActivity(db, { limit: 500 })).toHaveLength(2 * 367 - 500);
  await db.transaction().execute((tx) => dropActivity(tx, { ...all, rows }));
  expect(await listActivity(db, { limit: 500 })).toHaveLength(rows);
});
