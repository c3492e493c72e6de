import type { Clock } from './clock.ts';

/** The server syncs a large file to its disk before it answers. */
const SILENCE_MAX_MS = 90_000;
const LOOK_EVERY_MS = 5000;

/**
 * Gives work up once nothing has moved for too long: a line that died without a word never ends by itself.
 *
 * @param work is given a signal that ends with `signal` or by silence, and `moved` to say that it lives
 */
export async function limitSilence<T>(
  clock: Clock,
  signal: AbortSignal,
  work: (signal: AbortSignal, moved: () => void) => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const stop = () => over.abort();
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  let movedAt = clock.mono();

  async function look(): Promise<void> {
    while (await clock.sleep(LOOK_EVERY_MS, over.signal))
      if (clock.mono() - movedAt > SILENCE_MAX_MS) stop();
  }

  void look();
  try {
    return await work(over.signal, () => {
      movedAt = clock.mono();
    });
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}
