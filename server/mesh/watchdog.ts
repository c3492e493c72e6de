import type { MeshHealth } from '../../contract/shapes/mesh.ts';
import type { WatchdogSummary } from '../../contract/shapes/watchdog.ts';
import type { Clock } from '../clock.ts';
import type { MeshConfig } from '../config.ts';
import type { Database } from '../store/database.ts';
import { listHeartbeats } from '../store/heartbeats.ts';
import { readStats } from '../store/stats.ts';
import { summariseHeartbeats } from './peers/heartbeats.ts';

interface WatchdogDeps {
  readonly config: MeshConfig;
  readonly db: Database;
  readonly addresses: ReadonlyMap<string, string>;
  readonly clock: Clock;
}

/** After this many missed probe rounds the node reports itself as unhealthy. */
const ROUNDS_MISSED_MAX = 3;

/** What this node reports about itself. */
interface Watchdog {
  /** Call it when a round of probes has been made and stored. */
  onRoundCompleted(): void;
  summary(endpoints: readonly string[]): Promise<NonNullable<WatchdogSummary>>;
  health(): MeshHealth;
  uptimeSec(): number;
}

export function createWatchdog({ config, db, addresses, clock }: WatchdogDeps): Watchdog {
  const startedAt = clock.elapsed();
  let lastRoundAt = startedAt;
  const { intervalSec, timeoutMs } = config.probe;
  const roundGapMaxMs = ROUNDS_MISSED_MAX * (intervalSec * 1000 + timeoutMs);
  const uptimeSec = () => Math.floor((clock.elapsed() - startedAt) / 1000);

  return {
    uptimeSec,
    onRoundCompleted() {
      lastRoundAt = clock.elapsed();
    },
    async summary(endpoints) {
      return {
        platform: config.node.name,
        ts: new Date(clock.now()).toISOString(),
        forgeRun: forgeAddress(config, addresses),
        heartbeat: summariseHeartbeats(
          await listHeartbeats(db),
          config.platforms,
          config.heartbeat,
        ),
        meshStats: await readStats(db),
        endpoints: [...endpoints],
      };
    },
    health: () => ({
      ok: clock.elapsed() - lastRoundAt <= roundGapMaxMs,
      platform: config.node.name,
      uptime: uptimeSec(),
      heartbeat_interval_sec: config.heartbeat.intervalSec,
      compliance: config.compliance,
    }),
  };
}

/** The specification's "forge" is the first platform of the configuration. */
const forgeAddress = ({ platforms: [first] }: MeshConfig, addresses: ReadonlyMap<string, string>) =>
  (first && addresses.get(first.id)) ?? '';
