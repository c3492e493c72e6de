interface OtherTabsEvents {
  readonly onClosed: () => void;
  readonly onOpened: () => void;
  readonly onOutbox: () => void;
}

interface Channel {
  send(message: unknown): void;
  close(): void;
}

/** Receives whatever other tabs say under this name, never what it says itself. */
export type OpenChannel = (name: string, receive: () => void) => Channel;

export const openBroadcastChannel: OpenChannel = (name, receive) => {
  const channel = new BroadcastChannel(name);
  channel.onmessage = () => receive();
  return { send: (message) => channel.postMessage(message), close: () => channel.close() };
};

/** Where the browser has no channels. */
export const openNoChannel: OpenChannel = () => ({
  send: () => undefined,
  close: () => undefined,
});

/**
 * What the tabs of one account say to each other, whatever their build: facts, never data. Each tab has its own connection and
 * reads what it needs itself.
 */
export function openOtherTabs(
  openChannel: OpenChannel,
  account: string,
  { onClosed, onOpened, onOutbox }: OtherTabsEvents,
) {
  // A channel for each fact: builds of before know the first alone, and take every message of it for that.
  const closed = openChannel(`meridian closed ${account}`, onClosed);
  const opened = openChannel(`meridian opened ${account}`, onOpened);
  const outbox = openChannel(`meridian outbox ${account}`, onOutbox);
  return {
    /** The account was closed for good on this device. */
    sayClosed: () => closed.send({ kind: 'closed' }),
    /** The account was opened: somebody is signed in. */
    sayOpened: () => opened.send({ kind: 'opened' }),
    /** The outbox on the device has changed, or is being sent. */
    sayOutbox: () => outbox.send({ kind: 'outbox' }),
    close(): void {
      for (const channel of [closed, opened, outbox]) channel.close();
    },
  };
}
