const MINUTE_MS = 60_000;
/** Far enough that no edge stays on the same pixels, near enough that nobody sees it. */
const REACH_PX = 6;
/** Different for each direction, so that the path comes back to its start after hours only. */
const PERIOD_MIN = { x: 34, y: 55 } as const;

/**
 * Where the picture stands at a moment, so that nothing burns into a screen that shows it for years: a path of
 * a few pixels, one small step a minute. No animation: a wall would draw sixty frames a second for it.
 *
 * @param now epoch milliseconds
 * @returns a CSS transform
 */
export function driftAt(now: number): string {
  const minute = Math.floor(now / MINUTE_MS);
  const step = (period: number) => Math.round(REACH_PX * Math.sin((minute / period) * 2 * Math.PI));
  return `translate(${step(PERIOD_MIN.x)}px, ${step(PERIOD_MIN.y)}px)`;
}
