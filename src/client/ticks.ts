import { createSubscribable } from '../shared/subscribable.ts';

/**
 * The page's one clock for ages and countdowns on the screen. It moves no data; it rests while nobody
 * listens or can look.
 */
const TICK_MS = 1000;

const ticks = createSubscribable(() => {
  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    stop();
  };
});
let timer: ReturnType<typeof setInterval> | undefined;

/** Calls the listener about once a second. @returns the undo */
export const onTick = ticks.subscribe;

function follow(): void {
  if (document.visibilityState !== 'visible') stop();
  else if (timer === undefined) {
    timer = setInterval(ticks.emit, TICK_MS);
    ticks.emit();
  }
}

function stop(): void {
  clearInterval(timer);
  timer = undefined;
}
