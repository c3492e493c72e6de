import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../tests/server/engine.ts';
import { addToCounter, readCounter } from '../../dashboard/rows.ts';
import type { Database } from '../../database/database.ts';
import { forgetStatuses, listPlatforms, savePlatforms } from '../../platforms/rows/states.ts';
import { addHeartbeats, listHeartbeats } from '../rows/heartbeats.ts';
import { addToSpans } from '../rows/probe-spans.ts';
import { addProbes, lastProbes, probesSince } from '../rows/probes.ts';
import { dropOld, dropProbes } from '../rows/retention.ts';
import { spansSince } from '../rows/span-times.ts';
import { readHistory, spanFor } from './probe-history.ts';

let dir: string;
let db: Database;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'meridian-store-'));
  db = await openTestDatabase(dir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dir, { recursive: true });
});

type Work = Parameters<ReturnType<Database['transaction']>['execute']>[0];
const inTx = (work: Work) => db.transaction().execute(work);

describe('probes', () => {
  const probe = (at: number, status: string, latencyMs: number | null, platform = 'forge') => ({
    platform,
    at,
    status,
    latencyMs,
    failure: status === 'error' ? 'no answer' : null,
  });
  const row = (at: number, status: string, latencyMs: number | null) => ({
    platform: 'forge',
    at,
    status,
    latencyMs,
  });
  const all = { since: 0, limit: 100 };

  test('are returned one by one, oldest first, for one platform or all', async () => {
    await inTx((tx) => addProbes(tx, [probe(20, 'warning', 300), probe(10, 'connected', 10)]));
    await inTx((tx) => addProbes(tx, [probe(10, 'error', null, 'archive')]));
    expect(await probesSince(db, { ...all, platform: 'forge' })).toEqual([
      row(10, 'connected', 10),
      row(20, 'warning', 300),
    ]);
    expect(await probesSince(db, all)).toHaveLength(3);
    expect(await probesSince(db, { ...all, since: 11 })).toEqual([row(20, 'warning', 300)]);
  });

  test('are merged into spans with the worst status and the median latency of the answered ones', async () => {
    await inTx((tx) =>
      addToSpans(tx, [
        probe(60_000, 'connected', 10),
        probe(60_400, 'error', null),
        probe(60_900, 'warning', 300),
        probe(61_200, 'connected', 10),
        probe(120_000, 'connected', 5),
        probe(183_100, 'error', null),
      ]),
    );
    expect(await spansSince(db, 60_000, { ...all, spanMs: 60_000 })).toEqual([
      row(60_000, 'error', 10),
      row(120_000, 'connected', 5),
      row(180_000, 'error', null),
    ]);
  });

  test('keep why they failed', async () => {
    await inTx((tx) => addProbes(tx, [probe(10, 'connected', 1), probe(20, 'error', null)]));
    expect(await lastProbes(db, 'forge', 20)).toEqual([
      { at: 20, status: 'error', latencyMs: null, failure: 'no answer' },
      { at: 10, status: 'connected', latencyMs: 1, failure: null },
    ]);
  });

  test('beyond the limit are left out, oldest first', async () => {
    await inTx((tx) =>
      addProbes(
        tx,
        [1, 2, 3].map((at) => probe(at, 'connected', at)),
      ),
    );
    expect(await probesSince(db, { ...all, limit: 2 })).toEqual([
      row(2, 'connected', 2),
      row(3, 'connected', 3),
    ]);
  });

  test('are deleted when they are old, a bounded number at a time', async () => {
    const times = Array.from({ length: 10 }, (_, index) => index);
    await inTx((tx) =>
      addProbes(
        tx,
        times.map((at) => probe(at, 'connected', 1)),
      ),
    );
    await inTx((tx) => addProbes(tx, [probe(0, 'connected', 1, 'harbor')]));
    const drop = () => inTx((tx) => dropProbes(tx, { platform: 'forge', before: 8, limit: 5 }));
    const left = async () =>
      (await probesSince(db, { ...all, platform: 'forge' })).map(({ at }) => at);
    await drop();
    expect(await left()).toEqual([5, 6, 7, 8, 9]);
    await drop();
    await drop();
    expect(await left()).toEqual([8, 9]);
    expect(await probesSince(db, { ...all, platform: 'harbor' })).toHaveLength(1);
  });

  test('cover longer spans for a longer period', () => {
    const hour = 60 * 60 * 1000;
    expect(spanFor(hour, 10_000)).toBe(0);
    expect(spanFor(12 * hour, 10_000)).toBe(60_000);
    expect(spanFor(30 * 24 * hour, 10_000)).toBe(hour);
    expect(spanFor(100_000 * hour, 10_000)).toBe(24 * hour);
    // A day is the most that single probes are kept, however seldom they are.
    expect(spanFor(48 * hour, 3_600_000)).toBe(5 * 60_000);
  });

  test('are summarised in spans, which are kept longer', async () => {
    const day = 24 * 60 * 60 * 1000;
    const start = 20_000 * day;
    const round = (at: number, status: string, latencyMs: number | null) =>
      inTx(async (tx) => {
        const probes = [probe(at, status, latencyMs)];
        await addProbes(tx, probes);
        await addToSpans(tx, probes);
        await dropOld(tx, { platforms: ['forge'], at, round: 0 });
      });
    await round(start, 'connected', 10);
    await round(start + 10_000, 'error', null);
    await round(start + 20_000, 'warning', 10);
    await round(start + 60_000, 'connected', 5);
    await round(start + 2 * day, 'connected', 1);
    const history = (now: number, since: number) =>
      readHistory(db, { platform: 'forge', since }, { now, intervalMs: 10_000 });
    expect(await probesSince(db, { ...all, platform: 'forge' })).toHaveLength(1);
    expect(await history(start + 10 * 60 * 60_000, start)).toEqual([
      row(start, 'error', 10),
      row(start + 60_000, 'connected', 5),
      row(start + 2 * day, 'connected', 1),
    ]);
    const [first] = await history(start + 20 * day, start);
    expect(first).toMatchObject({ at: start, status: 'error' });
    expect(Math.abs((first?.latencyMs ?? 0) - 10)).toBeLessThanOrEqual(0.1);

    await round(start + 40 * day, 'connected', 1);
    const minutes = { ...all, platform: 'forge', spanMs: 60_000 };
    expect(await spansSince(db, 60_000, minutes)).toHaveLength(1);
    expect(await spansSince(db, 3_600_000, { ...minutes, spanMs: 3_600_000 })).toHaveLength(3);
    await round(start + 400 * day, 'connected', 1);
    expect(await spansSince(db, 3_600_000, { ...minutes, spanMs: 3_600_000 })).toHaveLength(2);
  });
});

test('heartbeats are counted, and the last error is kept until the next success', async () => {
  const send = (at: number, error: string | null) =>
    inTx((tx) => addHeartbeats(tx, [{ platform: 'forge', at, error }]));
  await send(1, 'does not answer');
  expect(await listHeartbeats(db)).toEqual([
    {
      platform: 'forge',
      sent: 1,
      succeeded: 0,
      failed: 1,
      lastSuccess: null,
      lastError: 'does not answer',
    },
  ]);
  await send(2, null);
  await send(3, 'cannot be reached');
  expect(await listHeartbeats(db)).toEqual([
    {
      platform: 'forge',
      sent: 3,
      succeeded: 1,
      failed: 2,
      lastSuccess: 2,
      lastError: 'cannot be reached',
    },
  ]);
  await send(4, null);
  expect(await listHeartbeats(db)).toMatchObject([{ lastSuccess: 4, lastError: null }]);
});

test('a counter starts at zero', async () => {
  expect(await readCounter(db, 'handshakes')).toBe(0);
  await inTx((tx) => addToCounter(tx, 'handshakes', 5));
  await inTx((tx) => addToCounter(tx, 'handshakes', 2));
  expect(await readCounter(db, 'handshakes')).toBe(7);
});

test('platforms keep lastSeen, but no status, over a restart', async () => {
  const known = { id: 'forge', status: 'connected', latencyMs: 3, lastSeen: 9, changedAt: 5 };
  const state = { ...known, failure: null };
  await inTx((tx) => savePlatforms(tx, [state]));
  await inTx((tx) => savePlatforms(tx, [{ ...state, latencyMs: 4 }]));
  expect(await listPlatforms(db)).toEqual([{ ...state, latencyMs: 4 }]);
  await inTx((tx) => forgetStatuses(tx));
  expect(await listPlatforms(db)).toEqual([{ ...state, latencyMs: 4, status: 'unknown' }]);
});
