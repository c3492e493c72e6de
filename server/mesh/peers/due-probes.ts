import { isDeepStrictEqual } from 'node:util';
import type { Thresholds } from '../../config/mesh-config.ts';
import type { NodeBase } from '../../feature.ts';
import type { PeerRegistry, PlatformName } from './peer-registry.ts';

interface DueProbesDeps extends Pick<NodeBase, 'clock'> {
  readonly registry: Pick<PeerRegistry, 'probed' | 'isMeasured'>;
  /** Those of a platform, or of the mesh. */
  readonly thresholdsOf: (platform?: PlatformName) => Thresholds;
}

/** Who is due so soon is probed with the others. */
const EARLY_MS = 500;

/** Which platforms a round probes: those whose interval is over, and those of which nothing is known as they are now. Times are monotonic. */
export function createDueProbes({ registry, clock, thresholdsOf }: DueProbesDeps) {
  const probed = new Map<string, { readonly at: number; readonly as: PlatformName }>();
  let begunAt = clock.elapsed();
  const intervalMs = (platform?: PlatformName) => thresholdsOf(platform).intervalSec * 1000;
  function dueAt(one: PlatformName): number {
    const { at = -Infinity, as } = probed.get(one.id) ?? {};
    const holds = registry.isMeasured(one.id) && isDeepStrictEqual(as, one);
    return holds ? at + intervalMs(one) : -Infinity;
  }

  return {
    /** @returns whom to probe, and who stays as they are */
    begin(isDueOnly: boolean) {
      begunAt = clock.elapsed();
      const isDue = (one: PlatformName) => !isDueOnly || dueAt(one) - EARLY_MS <= begunAt;
      const all = registry.probed();
      return { due: all.filter(isDue), others: all.filter((one) => !isDue(one)) };
    },
    /** @param stored those that the round has stored */
    end(stored: readonly PlatformName[]) {
      for (const one of stored) probed.set(one.id, { at: begunAt, as: one });
    },
    /** @returns how long after its begin a round is followed by the next: no later than the mesh's interval */
    nextAfterMs: () =>
      registry
        .probed()
        .map((one) => dueAt(one) - begunAt)
        .filter((ms) => ms > 0)
        .reduce((least, ms) => Math.min(least, ms), intervalMs()),
  };
}
