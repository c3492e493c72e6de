import { setMaxListeners } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClock } from '../server/base/clock.ts';
import { openIdentity } from '../server/mesh/keys/identity.ts';
import { createKeyring, fetchJwksOver } from '../server/mesh/keys/keyring.ts';
import { createCaller } from '../server/mesh/transport/caller.ts';
import { createTransport } from '../server/mesh/transport/transport.ts';
import { fileKeys } from '../server/secrets/key-store.ts';
import { type Measurement, median, repeat } from './measurement.ts';
import { startPeerProcess } from './peer-process.ts';

/** How many signed handshakes a second can two nodes make, each in a process of its own? */

const RUNS = 5;
const HANDSHAKES = 3_200;
const AT_ONCE = 16;

export async function measure(): Promise<Measurement[]> {
  const dir = mkdtempSync(join(tmpdir(), 'meridian-handshakes-'));
  const identity = await openIdentity(fileKeys(dir), 'meridian', Date.now);
  const { addresses, end } = await startPeerProcess(dir, 1);
  const [peer = ''] = addresses.keys();
  const transport = createTransport({ addresses });
  const clock = createClock(Date.now);
  const { findKey } = createKeyring((id) => id === peer, {
    fetchJwks: fetchJwksOver(transport),
    clock,
  });
  const caller = createCaller({ identity, transport, findKey, clock, timeoutMsOf: () => 10_000 });
  const { signal } = new AbortController();
  setMaxListeners(AT_ONCE, signal);

  async function handshake(times: number): Promise<void> {
    for (let i = 0; i < times; i++) {
      const result = await caller.call(peer, 'handshake', { view: [] }, signal);
      if (!result.ok) throw new Error(`a handshake failed: ${result.reason}`);
    }
  }

  await handshake(200);
  const perSecond = await repeat(RUNS, async () => {
    const started = performance.now();
    await Promise.all(Array.from({ length: AT_ONCE }, () => handshake(HANDSHAKES / AT_ONCE)));
    return (1000 * HANDSHAKES) / (performance.now() - started);
  });
  transport.dropConnections();
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
