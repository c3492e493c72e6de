import type { Thread } from './thread.ts';

interface Listener {
  readonly thread: Thread;
  readonly heard: (message: unknown) => void;
}

/**
 * The browser's channels between its tabs.
 * @param deliver when a message arrives
 */
export function createFakeChannels(deliver: (job: () => void) => void) {
  const channels = new Map<string, Set<Listener>>();

  /** What crosses between tabs is copied, so both ends agree on its shape. */
  const doorOf =
    (thread: Thread) =>
    <Message>(name: string, heard: (message: Message) => void) => {
      const listeners = channels.get(name) ?? new Set<Listener>();
      channels.set(name, listeners);
      const mine: Listener = { thread, heard: (message) => heard(message as Message) };
      listeners.add(mine);
      return {
        send(message: Message) {
          if (!thread.alive()) return;
          const copy = structuredClone(message);
          const others = [...listeners].filter((other) => other !== mine);
          for (const other of others)
            deliver(() => other.thread.run(() => listeners.has(other) && other.heard(copy)));
        },
        close: () => listeners.delete(mine),
      };
    };

  return {
    doorOf,
    /** A tab that is gone hears nothing any more. */
    dropAll(thread: Thread): void {
      for (const listeners of channels.values())
        for (const one of [...listeners]) if (one.thread === thread) listeners.delete(one);
    },
  };
}
