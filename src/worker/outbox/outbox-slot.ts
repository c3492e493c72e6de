import {
  type Entry,
  type LinkState,
  OUTBOX_KEY,
  type OutboxItem,
  type UploadPayload,
} from '../api.ts';
import type { Outbox, OutboxParts } from './outbox-account.ts';

/** Opens an account's outbox. Its code is loaded first: who only signs in never needs it. */
export type OpenOutbox = (parts: OutboxParts, account: string) => Promise<Outbox>;

/** The outbox of whichever account is open, as an entry that the page is told of like any other. */
export interface OutboxSlot {
  open(account: string): void;
  close(forget: boolean): Promise<void>;
  /** Rejects while no account is open, or when the outbox cannot be loaded. */
  keep(upload: UploadPayload): Promise<string>;
  retry(id: string): Promise<void>;
  discard(id: string): Promise<void>;
  /** The server may be reached again. */
  knock(): void;
  /** What waits for the server is sent as soon as it answers. */
  follow(link: LinkState): void;
  entries(): readonly Entry[];
}

const noOutbox: OpenOutbox = () => Promise.reject(new Error('There is no outbox here'));

interface SlotParts extends Omit<OutboxParts, 'changed'> {
  /** Server time, epoch milliseconds. */
  readonly now: () => number;
  readonly told: (entry: Entry<readonly OutboxItem[]>) => void;
}

export function createOutboxSlot(openOutbox: OpenOutbox | undefined, parts: SlotParts): OutboxSlot {
  let opening: Promise<Outbox> | undefined;
  let outbox: Outbox | undefined;
  let linkState: LinkState['state'] | undefined;

  function entryOf(items: readonly OutboxItem[]): Entry<readonly OutboxItem[]> {
    return {
      key: OUTBOX_KEY,
      data: items,
      at: parts.now(),
      seq: 0,
      from: 'server',
      failure: undefined,
      everyMs: null,
      fed: false,
    };
  }

  function opened(): Promise<Outbox> {
    return opening ?? Promise.reject(new Error('No account is open'));
  }

  return {
    open(account) {
      const changed = () => {
        if (outbox !== undefined) parts.told(entryOf(outbox.items()));
      };
      const mine = (openOutbox ?? noOutbox)({ ...parts, changed }, account);
      opening = mine;
      mine.then(
        (next) => {
          if (opening !== mine) return;
          outbox = next;
          changed();
        },
        // Whoever asks for the outbox is told why it is not there.
        () => undefined,
      );
    },
    async close(forget) {
      const last = opening;
      opening = undefined;
      outbox = undefined;
      await last?.then(
        (open) => open.close(forget),
        () => undefined,
      );
    },
    keep: async (upload) => (await opened()).keep(upload),
    retry: async (id) => (await opened()).retry(id),
    discard: async (id) => (await opened()).discard(id),
    knock: () => outbox?.knock(),
    follow({ state }) {
      if (state === 'live' && linkState !== 'live') outbox?.knock();
      linkState = state;
    },
    entries: () => (outbox === undefined ? [] : [entryOf(outbox.items())]),
  };
}
