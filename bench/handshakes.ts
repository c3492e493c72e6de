import { setMaxListeners } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCaller } from '../server/mesh/caller.ts';
import { createClock } from '../server/mesh/clock.ts';
import { createDial } from '../server/mesh/dial.ts';
import { openIdentity } from '../server/mesh/identity.ts';
import { fetchJwksBy } from '../server/mesh/jwks-fetch.ts';
import { createKeyring } from '../server/mesh/keyring.ts';
import { type Figure, median, repeat } from './figure.ts';
import { startSisterProcess } from './sister-process.ts';

/** How many signed handshakes a second can two nodes make, each in a process of its own? */

const RUNS = 5;
const HANDSHAKES = 3_200;
const AT_ONCE = 16;

export async function measure(): Promise<Figure[]> {
  const dir = mkdtempSync(join(tmpdir(), 'meridian-handshakes-'));
  const identity = await openIdentity(dir, 'meridian', Date.now);
  const { addresses, end } = await startSisterProcess(dir, 1);
  const [sister = ''] = addresses.keys();
  const dial = createDial({ addresses });
  const clock = createClock(Date.now);
  const { findKey } = createKeyring([sister], { fetchJwks: fetchJwksBy(dial), clock });
  const caller = createCaller({ identity, dial, findKey, clock, timeoutMs: 10_000 });
  const { signal } = new AbortController();
  setMaxListeners(AT_ONCE, signal);

  async function shake(times: number): Promise<void> {
    for (let i = 0; i < times; i++) {
      const heard = await caller.call(sister, 'handshake', { view: [] }, signal);
      if (!heard.ok) throw new Error(`a handshake failed: ${heard.reason}`);
    }
  }

  await shake(200);
  const perSecond = await repeat(RUNS, async () => {
    const started = performance.now();
    await Promise.all(Array.from({ length: AT_ONCE }, () => shake(HANDSHAKES / AT_ONCE)));
    return (1000 * HANDSHAKES) / (performance.now() - started);
  });
  dial.drop();
  end();
  rmSync(dir, { recursive: true });
  return [
    {
      name: 'Signed handshakes a second',
      unit: 'a second',
      aim: '1,000',
      value: median(perSecond),
      runs: perSecond,
      note: `${AT_ONCE} at once over loopback, both processes on this machine; each is signed and checked in both directions`,
    },
  ];
}
