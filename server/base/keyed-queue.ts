import pLimit, { type LimitFunction } from 'p-limit';

/** @returns runs jobs of the same key one after the other */
export function createKeyedQueue() {
  const limits = new Map<string, LimitFunction>();
  return async function serialise<T>(key: string, job: () => Promise<T>): Promise<T> {
    const limit = limits.get(key) ?? pLimit(1);
    limits.set(key, limit);
    try {
      return await limit(job);
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) limits.delete(key);
    }
  };
}
