import type { Clock } from '../clock.ts';

/** The server syncs a large file to its disk before it answers. */
const SILENCE_MAX_MS = 90_000;

/**
 * Gives work up once nothing has moved for too long: a line that died without a word never ends by itself.
 *
 * @param work is given a signal that ends with `signal` or by silence, and `alive` to say that it is
 */
export async function limitSilence<T>(
  clock: Clock,
  signal: AbortSignal,
  work: (signal: AbortSignal, alive: () => void) => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const stop = () => over.abort();
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  let patience = new AbortController();

  async function alive(): Promise<void> {
    patience.abort();
    patience = new AbortController();
    if (!over.signal.aborted && (await clock.sleep(SILENCE_MAX_MS, patience.signal))) stop();
  }

  void alive();
  try {
    return await work(over.signal, alive);
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
    patience.abort();
  }
}
