import { createSocket } from 'node:dgram';
import { createServer as createWeb } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { MeshHistory, PlatformHistory } from '../contract/shapes/mesh.ts';
import { type Measurement, percentile } from './measurement.ts';
import { startProbingNode } from './probing-node.ts';

/** What do platforms that hang change? They are to be down all the time, and one that answers is to be probed in time. */

const SPAN_MS = 60_000;
/** They are down from here on: each has been called, and none has answered. */
const FIRST_MS = 25_000;

export async function measure(): Promise<Measurement[]> {
  const quick = createWeb((_, answer) => answer.end('well'));
  const silent = createServer(() => undefined);
  const nobody = createSocket('udp4');
  await new Promise<void>((resolve) => void nobody.bind(0, '127.0.0.1', resolve));
  const [up, hanging] = [await portOf(quick), await portOf(silent)];
  const server = `127.0.0.1:${nobody.address().port}`;
  const web = { kind: 'web', url: `http://127.0.0.1:${hanging}` };
  const kinds = [
    ...[web, { kind: 'web', url: `https://127.0.0.1:${hanging}` }],
    ...[{ kind: 'dns', host: 'mesh.example', record: 'A', server }],
    ...[{ kind: 'mesh', address: `http://127.0.0.1:${hanging}` }],
  ];
  const answering = { kind: 'web', url: `http://127.0.0.1:${up}` };
  const cases = [
    { name: '144 that hang for 10 s', hanging: filled(144, [web]), timeoutMs: 10_000 },
    { name: '400 that hang for 1 s', hanging: filled(400, [web]), timeoutMs: 1_000 },
    { name: '999 of all kinds that hang for 10 s', hanging: filled(999, kinds), timeoutMs: 10_000 },
  ];
  try {
    const measurements: Measurement[] = [];
    for (const { name, ...one } of cases)
      measurements.push(...(await measureOne(name, one, answering)));
    return measurements;
  } finally {
    nobody.close();
    quick.closeAllConnections();
    for (const one of [quick, silent]) one.close();
  }
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const filled = (count: number, kinds: readonly object[]) =>
  Array.from({ length: count }, (_, i) => kinds[i % kinds.length] ?? {});

interface Hanging {
  readonly hanging: readonly object[];
  readonly timeoutMs: number;
}

async function measureOne(
  name: string,
  { hanging, timeoutMs }: Hanging,
  answering: object,
): Promise<Measurement[]> {
  const probe = { intervalSec: 10, lateMs: 250, timeoutMs };
  const started = Date.now();
  const node = await startProbingNode({ platforms: [answering, ...hanging], probe });
  try {
    await delay(FIRST_MS);
    const from = Date.now();
    await delay(SPAN_MS);
    const times = (await node.probesSince(started, 'p0')).map(({ at }) => at);
    // The one after a start comes when its place does.
    const gaps = times.slice(2).map((at, i) => at - (times[i + 1] ?? 0));
    const { platforms } = await node.read<MeshHistory>('/api/mesh/history/1h');
    const down = platforms
      .slice(1)
      .map(({ slots }) => slots.reduce((sum, { down }) => sum + down, 0));
    const { absences } = await node.read<PlatformHistory>('/api/mesh/platforms/p0/history/1h');
    const measurement = (what: string, unit: string, aim: string, value: number): Measurement => ({
      ...{ name: `${name}: ${what}`, unit, aim, value, runs: [] },
    });
    return [
      measurement(
        'longest time between two probes of one that answers',
        's',
        'an interval of 10',
        Math.max(...gaps) / 1000,
      ),
      measurement(
        'its latency, 95th percentile',
        'ms',
        'to compare with',
        percentile(
          (await node.probesSince(from, 'p0')).map(({ latencyMs }) => latencyMs ?? Number.NaN),
          0.95,
        ),
      ),
      measurement(
        'downtime of the one with the least',
        's',
        `over ${SPAN_MS / 1000 - 10}`,
        Math.min(...down) / 1000,
      ),
      measurement('times in which this node measured nothing', '', 'none', absences.length),
    ];
  } finally {
    await node.stop();
  }
}
