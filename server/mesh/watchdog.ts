import type { MeshHealth } from '../../contract/shapes/mesh.ts';
import type { WatchdogSummary } from '../../contract/shapes/watchdog.ts';
import { isMeshNode, type MeshConfig, thresholdsOf } from '../config/mesh-config.ts';
import { readStats } from '../dashboard/rows.ts';
import type { NodeBase } from '../feature.ts';
import { summariseHeartbeats } from './peers/heartbeats.ts';
import { listHeartbeats } from './rows/heartbeats.ts';

interface WatchdogDeps extends Pick<NodeBase, 'db' | 'clock'> {
  readonly config: MeshConfig;
  /** @returns where a platform is called */
  readonly addressOf: (platform: string) => Promise<string | undefined>;
  /** @returns how long ago the last round of probes was stored; undefined: there was none */
  readonly sinceRoundMs: () => Promise<number | undefined>;
}

/** After this many missed probe rounds the node reports itself as unhealthy. */
const ROUNDS_MISSED_MAX = 3;

/** What this node reports about itself. */
export function createWatchdog(deps: WatchdogDeps) {
  const { config, db, clock, addressOf, sinceRoundMs } = deps;
  const startedAt = clock.elapsed();
  const { intervalSec, timeoutMs } = config.probe;
  const roundGapMaxMs = ROUNDS_MISSED_MAX * (intervalSec * 1000 + timeoutMs);
  const uptimeSec = () => Math.floor((clock.elapsed() - startedAt) / 1000);

  return {
    uptimeSec,
    async summary(endpoints: readonly string[]): Promise<NonNullable<WatchdogSummary>> {
      const peers = config.platforms.filter(isMeshNode);
      const [first] = peers;
      return {
        platform: config.node.name,
        ts: new Date(clock.now()).toISOString(),
        // The specification's "forge" is the first platform of the configuration.
        forgeRun: (first && (await addressOf(first.id))) ?? '',
        heartbeat: summariseHeartbeats(await listHeartbeats(db), peers, config.heartbeat),
        meshStats: await readStats(db),
        endpoints: [...endpoints],
      };
    },
    async health(): Promise<MeshHealth> {
      const sinceStartMs = clock.elapsed() - startedAt;
      const sinceMs = Math.min(sinceStartMs, (await sinceRoundMs()) ?? sinceStartMs);
      return {
        ok: sinceMs <= roundGapMaxMs,
        platform: config.node.name,
        uptime: uptimeSec(),
        heartbeat_interval_sec: config.heartbeat.intervalSec,
        compliance: config.compliance,
        thresholds: { ...thresholdsOf(config) },
      };
    },
  };
}
