import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../contract/limits.ts';
import { openTestStore } from '../../tests/server/engine.ts';
import { startServer } from '../../tests/server/start-server.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';
import { lookAtClock, pruningTime } from './pruning-time.ts';
import type { Store } from './store.ts';

const SOON = { timeout: 10_000 };
const START = Date.UTC(2026, 10, 28);

describe('the time by which old rows are deleted', () => {
  let store: Store;
  beforeEach(async () => {
    store = await openTestStore(await temporaryDir(), [], () => START);
    onTestFinished(store.close);
  });
  const look = (now: number, passedMs?: number) =>
    store.journal.commit((tx) => lookAtClock(tx, now, passedMs));
  const timeAt = (now: number) => pruningTime(store.db, now);

  test('is that of the clock while it runs', async () => {
    expect(await timeAt(START)).toBe(START);
    expect(await look(START)).toBeUndefined();
    expect(await look(START + HOUR_MS, HOUR_MS)).toBeUndefined();
    expect(await timeAt(START + HOUR_MS)).toBe(START + HOUR_MS);
    // Also after a process that was away for hours, and after a clock set back.
    expect(await look(START + 20 * HOUR_MS)).toBeUndefined();
    expect(await timeAt(START - 20 * DAY_MS)).toBe(START - 20 * DAY_MS);
  });

  test('stands still while the clock is ahead, and is right as soon as it is back', async () => {
    await look(START);
    expect(await timeAt(START + 800 * DAY_MS)).toBe(START);
    expect(await look(START + 800 * DAY_MS, 20_000)).toBe(800 * DAY_MS - 20_000);
    expect(await look(START + 800 * DAY_MS + HOUR_MS, HOUR_MS)).toBeUndefined();
    expect(await timeAt(START + 801 * DAY_MS)).toBe(START);
    expect(await look(START + 2 * HOUR_MS, HOUR_MS)).toBe(0);
    expect(await timeAt(START + 2 * HOUR_MS)).toBe(START + 2 * HOUR_MS);
  });

  test('follows a clock that has run for a day, also over restarts, as after a long time off', async () => {
    await look(START);
    const on = START + 90 * DAY_MS;
    expect(await look(on)).toBe(90 * DAY_MS);
    for (let hour = 1; hour < 24; hour += 1) {
      expect(await look(on + hour * HOUR_MS, hour % 2 ? HOUR_MS : undefined)).toBeUndefined();
      expect(await timeAt(on + hour * HOUR_MS)).toBe(START);
    }
    expect(await look(on + DAY_MS, HOUR_MS)).toBe(0);
    expect(await timeAt(on + DAY_MS)).toBe(on + DAY_MS);
  });
});

test('a clock that is ahead for a moment, also at a start, deletes nothing for good', async () => {
  let now = START;
  const env = { DATA_DIR: await temporaryDir(), SIGNUP_ROLE: 'admin' };
  const start = () => startServer({ alone: true, env, now: () => now });
  const audited = ({ logged }: Awaited<ReturnType<typeof start>>) =>
    logged.filter(({ msg }) => msg === 'audit log').length;
  let server = await start();
  const { cookie, username, password } = await server.signUp();
  const signIn = () => server.call('/api/auth/login', { json: { username, password } });
  const actions = async () => {
    const rows = await (await server.call('/api/audit', { cookie })).json();
    return rows.map(({ action }: { action: string }) => action);
  };
  await expect.poll(() => pruningTime(server.node.db, now + DAY_MS)).toBe(now);

  now += 800 * DAY_MS;
  await expect.poll(() => audited(server), SOON).toBe(1);
  expect((await signIn()).status).toBe(200);
  await server.close();
  server = await start();
  expect((await signIn()).status).toBe(200);
  now = START + HOUR_MS;
  await expect.poll(() => audited(server), SOON).toBeGreaterThan(0);
  expect(await actions()).toEqual(expect.arrayContaining(['account.created', 'sign-in.done']));
  expect(await actions()).not.toContain('audit.pruned');
  const said = await (await server.call('/api/activity/logs', { cookie })).json();
  expect(said).toContainEqual(
    expect.objectContaining({
      severity: 'warning',
      message:
        'The clock moved by 800 days: nothing is deleted because of its age until it is back, or has run for a day',
    }),
  );
  await server.close();
});
