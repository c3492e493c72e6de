import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProbeResult } from '../contract/shapes/mesh.ts';
import { newDataDir } from '../tests/e2e/product.ts';
import { startEventSource } from './event-source.ts';

interface ProbingOptions {
  /** Each with its kind and what that needs. */
  readonly platforms: readonly object[];
  readonly probe: {
    readonly intervalSec: number;
    readonly lateMs: number;
    readonly timeoutMs: number;
  };
}

/** A node in a process of its own that probes platforms; what it found is read over HTTP. */
export async function startProbingNode({ platforms, probe }: ProbingOptions) {
  const dataDir = newDataDir();
  const path = join(dataDir, 'mesh.config.json');
  const shipped = JSON.parse(readFileSync('mesh.config.json', 'utf8'));
  const named = platforms.map((one, i) => ({
    ...{ id: `p${i}`, name: `Platform ${i}`, domain: `p${i}.mesh.example` },
    ...one,
  }));
  writeFileSync(path, JSON.stringify({ ...shipped, platforms: named, probe }));
  const source = await startEventSource(dataDir, { MESH_CONFIG: path });
  const [cookie = ''] = await source.openSessions(1);

  async function read<T>(path: string): Promise<T> {
    const answer = await fetch(source.url + path, { headers: { cookie } });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return answer.json() as Promise<T>;
  }
  return {
    read,
    cpuMs: source.cpuMs,
    stop: source.stop,
    /** @returns the answered and failed probes since then, oldest first; of all platforms at most 5,000 */
    probesSince: (since: number, platform?: string) =>
      read<ProbeResult[]>(
        `/api/mesh/history?since=${since}${platform === undefined ? '' : `&platform=${platform}`}`,
      ),
  };
}

export type ProbingNode = Awaited<ReturnType<typeof startProbingNode>>;
