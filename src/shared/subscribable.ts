/**
 * Listeners of something that happens: anybody may subscribe, its owner emits.
 *
 * @param activate called when the first listener comes; what it returns is called when the last one has gone
 */
export function createSubscribable<Values extends readonly unknown[] = []>(
  activate?: () => () => void,
) {
  const listeners = new Set<{ readonly call: (...values: Values) => void }>();
  let deactivate: (() => void) | undefined;
  return {
    /** @returns the undo */
    subscribe(call: (...values: Values) => void): () => void {
      // An object of its own, so that a listener that subscribes twice is called twice.
      const listener = { call };
      listeners.add(listener);
      if (listeners.size === 1) deactivate = activate?.();
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        deactivate?.();
        deactivate = undefined;
      };
    },
    /** Calls every listener that is subscribed as this is called. */
    emit(...values: Values): void {
      for (const { call } of [...listeners]) call(...values);
    },
  };
}

/** @returns one undo for all of them */
export const undoAll = (undos: readonly (() => void)[]) => () => {
  for (const undo of undos) undo();
};

/** One value that changes; React reads it by useSyncExternalStore(store.subscribe, store.get). */
export interface ValueStore<T> {
  get(): T;
  set(next: T): void;
  /** @returns the undo */
  subscribe(listener: () => void): () => void;
}

export function createValueStore<T>(initial: T): ValueStore<T> {
  const changes = createSubscribable();
  let value = initial;
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      changes.emit();
    },
    subscribe: changes.subscribe,
  };
}
