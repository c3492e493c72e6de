import type { Clock } from '../clock.ts';

/**
 * One loop that repeats a job until its signal ends it. Turns keep their beat: a slow job shortens the wait
 * after it and never makes two turns overlap. Clocks are compared, ticks are not counted, so a loop that
 * slept goes on with one turn, not with all that it missed.
 *
 * @param firstAfterMs wait before the first turn
 */
export async function poll(
  clock: Clock,
  signal: AbortSignal,
  { everyMs, firstAfterMs }: { readonly everyMs: number; readonly firstAfterMs: number },
  run: () => Promise<void>,
): Promise<void> {
  let waitMs = firstAfterMs;
  while (await clock.sleep(waitMs, signal)) {
    const began = clock.mono();
    await run();
    waitMs = everyMs - ((clock.mono() - began) % everyMs);
  }
}
