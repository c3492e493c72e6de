import fc from 'fast-check';
import { type HistoryRig, PLATFORMS } from './history-rig.ts';

const behaviour = fc.oneof(
  fc.integer({ min: 0, max: 6_000 }).map((tenths) => tenths / 10),
  fc.constantFrom('too-late' as const, 'no-network' as const, 'no-network' as const),
);

/** Something happens, and then there is a round of probes. */
const stepOf = (longestMs: number) =>
  fc.record({
    event: fc.oneof(
      { weight: 6, arbitrary: fc.constant('time passes' as const) },
      { weight: 1, arbitrary: fc.constantFrom('sleep' as const, 'restart' as const) },
      { weight: 1, arbitrary: fc.constantFrom('clock forward' as const, 'clock back' as const) },
    ),
    longMs: fc.integer({ min: 1, max: longestMs }),
    shortMs: fc.integer({ min: 1, max: 30_000 }),
    behaviours: fc.tuple(behaviour, behaviour),
    planned: fc.tuple(fc.boolean(), fc.boolean()),
  });

/** @param longestMs how far a sleep or a change of the clock goes at most */
export const stepsOf = (longestMs: number) => fc.array(stepOf(longestMs), { maxLength: 25 });

export type Step = ReturnType<typeof stepOf> extends fc.Arbitrary<infer One> ? One : never;

/** What happened in a round, beside what the store says of it. */
export interface MadeRound {
  readonly at: number;
  /** Number of the process that made it. */
  readonly process: number;
  /** By platform, in the order of `PLATFORMS`. */
  readonly planned: readonly boolean[];
}

/** Plays the steps from an empty history on. */
export async function play(rig: HistoryRig, steps: readonly Step[]): Promise<MadeRound[]> {
  await rig.clear();
  const made: MadeRound[] = [];
  const plannedAt = new Map<number, readonly boolean[]>();
  rig.isPlanned = (platform, at) => plannedAt.get(at)?.[PLATFORMS.indexOf(platform)] ?? false;
  let process = 0;
  for (const { event, longMs, shortMs, behaviours, planned } of steps) {
    if (event === 'sleep' || event === 'clock forward') rig.move(longMs);
    if (event === 'clock back') rig.move(-longMs);
    if (event === 'restart') {
      rig.move(longMs % 100_000);
      await rig.restart();
      process++;
    }
    PLATFORMS.forEach((platform, index) => {
      rig.behaviours.set(platform, behaviours[index] ?? 1);
    });
    await rig.round(shortMs);
    plannedAt.set(rig.now(), planned);
    made.push({ at: rig.now(), process, planned });
  }
  return made;
}
