/** Whoever is told of something. They must not throw. */
export function createListeners<Args extends readonly unknown[], Result = unknown>() {
  const listeners = new Set<(...args: Args) => Result>();
  return {
    /** @returns unsubscribe */
    add(listener: (...args: Args) => Result): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** @returns what each of them returned */
    tell: (...args: Args): Result[] => [...listeners].map((listener) => listener(...args)),
  };
}
