import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isMeshNode, type Thresholds } from '../../config/mesh-config.ts';
import type { NodeBase } from '../../feature.ts';
import type { PlatformName } from '../../round.ts';
import type { PeerRegistry } from './peer-registry.ts';

interface ProbeScheduleDeps extends Pick<NodeBase, 'clock'> {
  readonly registry: Pick<PeerRegistry, 'probed'>;
  /** Those of a platform, or of the mesh. */
  readonly thresholdsOf: (platform?: PlatformName) => Thresholds;
}

/**
 * When the next probe of each platform begins. Platforms have steady places in their intervals, the same in every process, so that
 * they do not disturb each other's times and history compares. Mesh nodes are probed together: what they say of each other is judged
 * together. Of what is new or changed nothing is known, so it is due at once. Times are monotonic.
 */
export function createProbeSchedule({ registry, clock, thresholdsOf }: ProbeScheduleDeps) {
  const begunAt = clock.elapsed();
  const epoch = begunAt - clock.now();
  const known = new Map<string, Place>();
  // Of all platforms as they were when those that are due were asked for: that is often.
  let nextAt = -Infinity;
  let shortestMs = 0;
  const intervalMs = (one?: PlatformName) => thresholdsOf(one).intervalSec * 1000;

  function nextPlace(one: PlatformName, everyMs: number): number {
    const first = isMeshNode(one) ? begunAt : epoch + placeOf(one.id) * everyMs;
    return first + (Math.floor((clock.elapsed() - first) / everyMs) + 1) * everyMs;
  }
  /** @returns its place; undefined if it is new, or was changed */
  function placeAsItIs(one: PlatformName): Place | undefined {
    const place = known.get(one.id);
    return place && (place.as === one || isDeepStrictEqual(place.as, one)) ? place : undefined;
  }

  return {
    due(): PlatformName[] {
      const due: PlatformName[] = [];
      nextAt = Infinity;
      shortestMs = intervalMs();
      for (const one of registry.probed()) {
        const { at = -Infinity, everyMs = shortestMs } = placeAsItIs(one) ?? {};
        shortestMs = Math.min(shortestMs, everyMs);
        if (at <= clock.elapsed()) due.push(one);
        else nextAt = Math.min(nextAt, at);
      }
      return due;
    },
    /** Call it when its probe begins. */
    begin(one: PlatformName): void {
      const everyMs = intervalMs(one);
      const at = nextPlace(one, everyMs);
      known.set(one.id, { at, everyMs, as: one });
      nextAt = Math.min(nextAt, at);
      shortestMs = Math.min(shortestMs, everyMs);
    },
    /** They are due at once, if they are probed. */
    drop(isDropped: (id: string) => boolean): void {
      for (const id of [...known.keys()].filter(isDropped)) known.delete(id);
    },
    /** @returns in how many milliseconds one is due; not above 0: now */
    nextInMs: () => nextAt - clock.elapsed(),
    /** @returns the shortest interval of all */
    shortestMs: () => shortestMs,
  };
}

/** Of a platform in its interval. */
interface Place {
  /** When its next probe begins. */
  readonly at: number;
  readonly everyMs: number;
  /** What was probed. */
  readonly as: PlatformName;
}

/** @returns where in its interval a platform is probed, from 0 to 1 */
const placeOf = (id: string): number =>
  createHash('sha256').update(id).digest().readUInt32BE() / 2 ** 32;
