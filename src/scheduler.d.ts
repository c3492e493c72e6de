/** What the page asks of React's scheduler, which has no types of its own. It is the one that React itself uses. */
declare module 'scheduler' {
  /** @param framesPerSecond 1 to 125, each slice of work being one frame long; 0 for the scheduler's own 5 ms */
  export function unstable_forceFrameRate(framesPerSecond: number): void;
}
