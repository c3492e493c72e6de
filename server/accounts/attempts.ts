/**
 * A sliding count of tries by key (an account's name, an address), bounded in keys. A try is counted
 * before its outcome is known, so that a thousand at once cannot slip through together; one that turns
 * out well is given back.
 */
export interface Attempts {
  /** Counts one try. @returns milliseconds until the next is allowed; 0 when this one is */
  take(key: string): number;
  /** Takes back what this key has on its count. */
  forgive(key: string): void;
  /** Takes back one try. */
  giveBack(key: string): void;
}

export function createAttempts(limits: {
  max: number;
  windowMs: number;
  keysMax: number;
  now: () => number;
}): Attempts {
  const { max, windowMs, keysMax, now } = limits;
  const timesByKey = new Map<string, number[]>();

  function recent(key: string): number[] {
    const since = now() - windowMs;
    return (timesByKey.get(key) ?? []).filter((at) => at > since);
  }

  function keep(key: string, times: number[]): void {
    timesByKey.delete(key);
    if (times.length > 0) timesByKey.set(key, times);
    const [oldest] = timesByKey.keys();
    if (timesByKey.size > keysMax && oldest !== undefined) timesByKey.delete(oldest);
  }

  return {
    take(key) {
      const times = recent(key);
      const [first] = times;
      if (times.length >= max && first !== undefined) return first + windowMs - now();
      keep(key, [...times, now()]);
      return 0;
    },
    forgive: (key) => timesByKey.delete(key),
    giveBack: (key) => keep(key, recent(key).slice(0, -1)),
  };
}
