import type { Clock } from './clock.ts';

const SLOW_SEC = 5;

interface SlowDeps {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly say: (sentence: string) => void;
}

/** Says what a start waits for: there is no log yet, and no address that answers. */
export async function sayWhenSlow<T>(
  { clock, say }: SlowDeps,
  what: string,
  work: Promise<T>,
): Promise<T> {
  const done = new AbortController();
  void clock.sleep(SLOW_SEC * 1000, done.signal).then((isSlow) => {
    if (isSlow) say(`${what} has not answered for ${SLOW_SEC} s. The start waits for it.`);
  });
  try {
    return await work;
  } finally {
    done.abort('done');
  }
}
