import type { Thread } from './thread.ts';

interface Listener {
  readonly thread: Thread;
  readonly onMessage: (message: unknown) => void;
}

/**
 * The browser's channels between its tabs.
 * @param deliver when a message arrives
 */
export function createFakeChannels(deliver: (job: () => void) => void) {
  const channels = new Map<string, Set<Listener>>();

  /** What crosses between tabs is copied, so both ends agree on its shape. */
  const channelsOf =
    (thread: Thread) =>
    <Message>(name: string, onMessage: (message: Message) => void) => {
      const listeners = channels.get(name) ?? new Set<Listener>();
      channels.set(name, listeners);
      const mine: Listener = { thread, onMessage: (message) => onMessage(message as Message) };
      listeners.add(mine);
      return {
        send(message: Message) {
          if (!thread.alive()) return;
          const copy = structuredClone(message);
          const others = [...listeners].filter((other) => other !== mine);
          for (const other of others)
            deliver(() => other.thread.run(() => listeners.has(other) && other.onMessage(copy)));
        },
        close: () => listeners.delete(mine),
      };
    };

  return {
    channelsOf,
    /** A tab that is closed receives nothing any more. */
    dropAll(thread: Thread): void {
      for (const listeners of channels.values())
        for (const one of [...listeners]) if (one.thread === thread) listeners.delete(one);
    },
  };
}
