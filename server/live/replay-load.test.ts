import { expect, test } from 'vitest';
import { keyOf } from '../../contract/paths.ts';
import { openTestStore } from '../../tests/server/engine.ts';
import { startProcess } from '../../tests/server/start-process.ts';
import { cookieOf } from '../../tests/server/start-server.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';

/** As many as one replay may have, of this size: almost the most bytes. */
const CHANGES = { more: 1000, replayed: 1500, text: 'x'.repeat(550) };
const AT_ONCE = 20;
/**
 * The server's processor time over what this process needs to read and write the same texts, as machines differ. It is five to six;
 * without limits it was five times as much.
 */
const RATIO_MAX = 12;

test('twenty consoles that catch up at once keep the server busy for a moment only', async () => {
  const dataDir = await temporaryDir();
  const store = await openTestStore(dataDir, [], Date.now);
  await store.journal.commit(async (_tx, emit) => {
    for (let i = 0; i < CHANGES.more + CHANGES.replayed; i += 1)
      emit(keyOf('stats'), 'patch', { text: CHANGES.text });
  });
  await store.close();
  const { child, url, ended } = await startProcess({ DATA_DIR: dataDir });
  const registered = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      username: 'ada',
      email: 'ada@mesh.example',
      password: 'a long enough password',
      sovereignLevel: 'S11.1',
    }),
  });
  const cookie = cookieOf(registered) ?? '';
  const call = async (path: string) => (await fetch(url + path, { headers: { cookie } })).text();

  const everything = await call('/api/live?since=0');
  expect(JSON.parse(everything)).toMatchObject({ complete: false, changes: [] });
  expect(everything.length).toBeLessThan(1000);

  const busySec = async () =>
    Number(/^process_cpu_seconds_total (\S+)$/m.exec(await call('/metrics'))?.[1]);
  const before = await busySec();
  const replays = await Promise.all(
    Array.from({ length: AT_ONCE }, () => call(`/api/live?since=${CHANGES.more}`)),
  );
  const busy = (await busySec()) - before;
  const own = process.cpuUsage();
  for (const replay of replays) JSON.stringify(JSON.parse(replay));
  const { user, system } = process.cpuUsage(own);
  const yardstick = (user + system) / 1_000_000;
  expect(busy / yardstick).toBeLessThan(RATIO_MAX);
  for (const replay of replays) {
    expect(JSON.parse(replay).complete).toBe(true);
    expect(replay.length).toBeGreaterThan(CHANGES.replayed * CHANGES.text.length);
  }
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
