import { expect, onTestFinished, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../contract/limits.ts';
import { databaseIdle, openTestStore } from '../../tests/server/engine.ts';
import { createManualClock } from '../../tests/server/manual-clock.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';
import { createLoops } from '../base/loop.ts';
import { soleTermJournal } from '../database/journal.ts';
import { createSpaceHistory } from './disk-space.ts';
import { listSpaceDays } from './rows/space-history.ts';

test('what is free is stored each hour, for a month, and read as the worst of each day', async () => {
  const clock = createManualClock(Math.ceil(1_800_000_000_000 / DAY_MS) * DAY_MS);
  const store = await openTestStore(await temporaryDir(), [], clock.now);
  let freeBytes = 1000;
  const disk = {
    level: 'ok' as const,
    ...{ totalBytes: 9000, reserveBytes: 100, at: '' },
  };
  const history = createSpaceHistory({
    ...{ journal: soleTermJournal(store.journal), clock, loops: createLoops(clock) },
    disk: { read: async () => ({ ...disk, freeBytes }) },
  });
  onTestFinished(async () => {
    await history.close();
    await store.close();
  });
  const count = async () =>
    (await store.db.selectFrom('spaceHistory').selectAll().execute()).length;
  const pass = async (ms: number, rows: number) => {
    clock.advance(ms);
    await databaseIdle(store);
    await vi.waitFor(async () => expect(await count()).toBe(rows));
  };
  const start = clock.now();
  await pass(0, 1);
  freeBytes = 900;
  await pass(HOUR_MS, 2);
  freeBytes = 950;
  await pass(DAY_MS, 3);
  const days = await listSpaceDays(store.db, start);
  expect(days).toEqual([
    { at: start + HOUR_MS, freeBytes: 900, databaseBytes: expect.any(Number) },
    { at: start + HOUR_MS + DAY_MS, freeBytes: 950, databaseBytes: expect.any(Number) },
  ]);
  expect(days[0]?.databaseBytes).toBeGreaterThan(10_000);
  await pass(40 * DAY_MS, 1);
});
