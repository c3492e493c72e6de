import { cpus, freemem, totalmem, uptime } from 'node:os';
import { statfs } from '../base/file-work.ts';
import type { Loop } from '../base/loop.ts';
import type { TermJournal } from '../database/journal.ts';
import type { NodeBase } from '../feature.ts';
import { ingest } from './ingest.ts';
import type { Point } from './otlp.ts';

const MEASURE = { name: 'measure this host', everyMs: 60_000, limitMs: 30_000 };

/** This node says of its host what others say of theirs. The owner closes it. @param journal of the leader */
export function measureOwnHost(
  { config, clock, loops, health }: NodeBase,
  journal: TermJournal,
): Loop {
  const { node: platform } = config.mesh;
  return loops.repeat({ ...MEASURE, failed: 'this host not measured' }, async () => {
    if (!health.isReachable()) return;
    const now = clock.now();
    const points = await ownPoints(config.dataDir, now);
    const said = { platform, points, now, by: platform.name, rejected: new Map() };
    await journal.commit((tx, emit) => ingest(tx, emit, said));
  });
}

/** In OpenTelemetry's names and units. @param directory on the disk that is measured, which has its name */
export async function ownPoints(directory: string, at: number): Promise<Point[]> {
  // Counters of another boot, or of another machine that leads now, begin again.
  const start = Math.round((at / 1000 - uptime()) / 60) * 60_000;
  const { bavail, bfree, blocks, bsize } = await statfs(directory);
  const times = cpus().map(({ times: { idle, user, sys, nice, irq } }) => ({
    ...{ idle: idle / 1000, busy: (user + sys + nice + irq) / 1000 },
  }));
  const states = {
    'system.memory.usage': [{ used: totalmem() - freemem(), free: freemem() }],
    'system.filesystem.usage': [{ used: (blocks - bfree) * bsize, free: bavail * bsize }],
    'system.cpu.time': times,
    'system.uptime': [{ up: uptime() }],
  };
  return Object.entries(states).flatMap(([metric, all]) =>
    all.flatMap((one) =>
      Object.entries(one).map(([state, value]) => {
        const attributes = new Map(Object.entries({ state, mountpoint: directory }));
        return { metric, at, start, value, attributes };
      }),
    ),
  );
}
