/**
 * The page's one clock for ages and countdowns on the screen. It moves no data; it rests while nobody
 * listens or can look.
 */
const TICK_MS = 1000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Calls the listener about once a second. @returns the undo */
export function onTick(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) document.addEventListener('visibilitychange', turn);
  turn();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', turn);
    turn();
  };
}

function turn(): void {
  const wanted = listeners.size > 0 && document.visibilityState === 'visible';
  if (wanted && timer === undefined) {
    timer = setInterval(tick, TICK_MS);
    tick();
  }
  if (!wanted) {
    clearInterval(timer);
    timer = undefined;
  }
}

function tick(): void {
  for (const listener of listeners) listener();
}
