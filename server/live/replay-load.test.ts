import { expect, test } from 'vitest';
import { keyOf } from '../../contract/paths.ts';
import { openTestStore } from '../../tests/server/engine.ts';
import { startProcess } from '../../tests/server/start-process.ts';
import { cookieOf } from '../../tests/server/start-server.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';

/** As many as one replay may have, of this size: almost the most bytes. */
const CHANGES = { more: 1000, replayed: 1500, text: 'x'.repeat(550) };
const AT_ONCE = 20;
/** Processor time, which other work on the machine does not change. Without limits it was 178 ms a replay. */
const REPLAY_MAX_SEC = 0.06;

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
  expect((await busySec()) - before).toBeLessThan(AT_ONCE * REPLAY_MAX_SEC);
  for (const replay of replays) {
    expect(JSON.parse(replay).complete).toBe(true);
    expect(replay.length).toBeGreaterThan(CHANGES.replayed * CHANGES.text.length);
  }
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}, 60_000);
