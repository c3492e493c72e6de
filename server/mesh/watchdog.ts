import type { MeshHealth } from '../../contract/shapes/mesh.ts';
import type { WatchdogSummary } from '../../contract/shapes/watchdog.ts';
import type { MeshConfig } from '../config.ts';
import type { Database } from '../store/database.ts';
import { listHeartbeats } from '../store/heartbeats.ts';
import { readStats } from '../store/stats.ts';
import type { Clock } from './clock.ts';
import { heartbeatOf } from './heartbeats.ts';

interface WatchdogParts {
  readonly config: MeshConfig;
  readonly db: Database;
  readonly addresses: ReadonlyMap<string, string>;
  readonly clock: Clock;
}

/** Rounds that may be missing before this node no longer calls itself well. */
const ROUNDS_MISSED_MAX = 3;

/** What this node says of itself. */
export interface Watchdog {
  /** To be told when a round of probes has been made and written. */
  roundMade(): void;
  summary(endpoints: readonly string[]): Promise<NonNullable<WatchdogSummary>>;
  health(): MeshHealth;
  uptimeSec(): number;
}

export function createWatchdog({ config, db, addresses, clock }: WatchdogParts): Watchdog {
  const startedAt = clock.elapsed();
  let lastRoundAt = startedAt;
  const { intervalSec, timeoutMs } = config.probe;
  const patienceMs = ROUNDS_MISSED_MAX * (intervalSec * 1000 + timeoutMs);
  const uptimeSec = () => Math.floor((clock.elapsed() - startedAt) / 1000);

  return {
    uptimeSec,
    roundMade() {
      lastRoundAt = clock.elapsed();
    },
    async summary(endpoints) {
      const configured = new Set(config.platforms.map(({ id }) => id));
      const counts = (await listHeartbeats(db)).filter(({ platform }) => configured.has(platform));
      return {
        platform: config.node.name,
        ts: new Date(clock.now()).toISOString(),
        forgeRun: forgeAddress(config, addresses),
        heartbeat: heartbeatOf(counts, config.heartbeat),
        meshStats: await readStats(db),
        endpoints: [...endpoints],
      };
    },
    health: () => ({
      ok: clock.elapsed() - lastRoundAt <= patienceMs,
      platform: config.node.name,
      uptime: uptimeSec(),
      heartbeat_interval_sec: config.heartbeat.intervalSec,
      compliance: config.compliance,
    }),
  };
}

/** What the specification calls the forge is the first platform of the configuration. */
const forgeAddress = ({ platforms: [first] }: MeshConfig, addresses: ReadonlyMap<string, string>) =>
  (first && addresses.get(first.id)) ?? '';
