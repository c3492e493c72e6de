import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../contract/limits.ts';
import { openOldDatabase, openTestDatabase } from '../../tests/server/engine.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'meridian-upgrade-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** A database as the release before medians left it: hours of two platforms. */
async function writeOldDatabase(): Promise<void> {
  const db = await openOldDatabase(dir, '012-deploy-times');
  for (const [platform, at, worst, up, down] of [
    ['forge', 0, 0, 3_600_000, 0],
    ['forge', HOUR_MS, 2, 1_000_000, 2_000_000],
    ['forge', DAY_MS, 0, 500_000, 0],
    ['archive', HOUR_MS, 0, 3_100_000, 0],
  ] as const)
    await sql`
      insert into probe_spans (platform, span_ms, at, worst, answered, latency_sum, up_ms, down_ms)
      values (${platform}, ${HOUR_MS}, ${at}, ${worst}, 10, 200, ${up}, ${down})
    `.execute(db);
  await db.destroy();
}

test('history of an earlier release gets days, and the times of the node itself', async () => {
  await writeOldDatabase();
  const db = await openTestDatabase(dir);
  const rows = await db
    .selectFrom('probeSpans')
    .select(['platform', 'spanMs', 'at', 'worst', 'answered', 'upMs', 'downMs'])
    .orderBy('platform')
    .orderBy('spanMs')
    .orderBy('at')
    .execute();
  await db.destroy();
  const spans = rows.map((row) => Object.values(row));
  expect(spans.filter(([, spanMs]) => spanMs === DAY_MS)).toEqual([
    ['', DAY_MS, 0, 0, 0, 6_700_000, 0],
    ['', DAY_MS, DAY_MS, 0, 0, 500_000, 0],
    ['archive', DAY_MS, 0, 0, 10, 3_100_000, 0],
    ['forge', DAY_MS, 0, 2, 20, 4_600_000, 2_000_000],
    ['forge', DAY_MS, DAY_MS, 0, 10, 500_000, 0],
  ]);
  expect(spans.filter(([platform, spanMs]) => platform === '' && spanMs === HOUR_MS)).toEqual([
    ['', HOUR_MS, 0, 0, 0, 3_600_000, 0],
    ['', HOUR_MS, HOUR_MS, 0, 0, 3_100_000, 0],
    ['', HOUR_MS, DAY_MS, 0, 0, 500_000, 0],
  ]);
});
