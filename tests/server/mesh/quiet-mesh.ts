import type { Config } from '../../../server/config/config.ts';
import type { MeshConfig } from '../../../server/config/mesh-config.ts';

/** Nothing is probed but what a change makes, and a busy machine makes no peer late. @param mesh what is otherwise; no platforms by default */
export const quietMesh =
  (mesh: Partial<MeshConfig> = {}) =>
  (config: Config): Config => ({
    ...config,
    mesh: {
      ...config.mesh,
      probe: { intervalSec: 3600, lateMs: 20_000, timeoutMs: 30_000 },
      heartbeat: { enabled: false, intervalSec: 30 },
      platforms: [],
      ...mesh,
    },
  });
