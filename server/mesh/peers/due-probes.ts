import type { Thresholds } from '../../config/mesh-config.ts';
import type { NodeBase } from '../../feature.ts';
import type { PeerRegistry, PlatformName } from './peer-registry.ts';

interface DueProbesDeps extends Pick<NodeBase, 'clock'> {
  readonly registry: Pick<PeerRegistry, 'probed'>;
  /** Those of a platform, or of the mesh. */
  readonly thresholdsOf: (platform?: PlatformName) => Thresholds;
}

/** Who is due so soon is probed with the others. */
const EARLY_MS = 500;

/** Which platforms a round probes: those whose interval is over. Times are monotonic. */
export function createDueProbes({ registry, clock, thresholdsOf }: DueProbesDeps) {
  const probedAt = new Map<string, number>();
  let begunAt = clock.elapsed();
  const intervalMs = (platform?: PlatformName) => thresholdsOf(platform).intervalSec * 1000;
  const dueAt = (one: PlatformName) => (probedAt.get(one.id) ?? -Infinity) + intervalMs(one);

  return {
    /** @returns whom to probe, and who stays as they are */
    begin(isDueOnly: boolean) {
      begunAt = clock.elapsed();
      const isDue = (one: PlatformName) => !isDueOnly || dueAt(one) - EARLY_MS <= begunAt;
      const all = registry.probed();
      return { due: all.filter(isDue), others: all.filter((one) => !isDue(one)) };
    },
    /** @param ids those that the round has stored; undefined: nothing is known any more, so all are due */
    end(ids: readonly string[] | undefined) {
      if (ids === undefined) probedAt.clear();
      for (const id of ids ?? []) probedAt.set(id, begunAt);
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
