import { outboxDatabase } from '../../shared/account.ts';
import type { OutboxItem, PendingAcknowledgement } from '../../shared/model.ts';
import { type HttpClient, networkErrorText } from '../http/http-client.ts';
import type { ServerTime } from '../server-time.ts';
import { openAcknowledgements } from './acknowledgements.ts';
import { type OutboxDiskDeps, openOutboxDisk } from './outbox-disk.ts';
import { itemOf, type OutboxRecord, type SendEnd } from './outbox-rules.ts';
import { createOutboxStore } from './outbox-store.ts';
import type { SendUploadDeps, sendUpload } from './send-upload.ts';
import { createSender, type SenderDeps } from './sender.ts';

/**
 * One account's uploads in the tab that leads: kept on the device with their files, sent one after the other. With
 * them the acknowledgements that wait for the server.
 * The next leader goes on from what the device holds.
 */
export interface Outbox {
  items(): readonly OutboxItem[];
  /** @returns the upload's id once it is kept; that of an earlier upload of the same file to the same targets */
  enqueue(record: OutboxRecord, file: Blob): Promise<string>;
  /** Sends an upload again now. */
  retry(id: string): void;
  /** Gives an upload up, and forgets its file. */
  discard(id: string): void;
  acknowledgements(): readonly PendingAcknowledgement[];
  /** Keeps an acknowledgement until it can be sent. @returns the incident's id */
  acknowledge(pending: PendingAcknowledgement): Promise<string>;
  /** @param incident id of that whose acknowledgement is not to be sent, or whose end was read */
  takeBack(incident: string): void;
  /** The server may be reached again. */
  reconnectNow(): void;
  /** The account was closed for good in another tab, which has emptied the device. */
  forgetAll(): void;
  /** Ends what its signal has ended. Resolves when nothing is written any more. */
  close(): Promise<void>;
}

interface OutboxDeps
  extends OutboxDiskDeps,
    Omit<SendUploadDeps, 'http'>,
    Pick<SenderDeps, 'random' | 'locks'> {
  /** Rejects when its code cannot be loaded. */
  readonly sendUpload: typeof sendUpload;
}

interface OutboxOptions {
  readonly account: string;
  readonly http: HttpClient;
  readonly serverTime: Pick<ServerTime, 'steadyNow'>;
  /** The lead was taken from a worker that may still be sending. */
  readonly stolen: boolean;
}

interface OutboxEvents {
  readonly onChange: (outbox: Outbox) => void;
  readonly onEnd: (end: SendEnd) => void;
  /** An acknowledgement that waited has arrived. */
  readonly onAcknowledged: () => void;
}

export type OpenOutbox = (
  options: OutboxOptions,
  events: OutboxEvents,
  signal: AbortSignal,
) => Promise<Outbox>;

/** @returns it with what the device holds, which is being sent. `signal` ends the sending */
export async function openOutbox(
  deps: OutboxDeps,
  { account, http, serverTime, stolen }: OutboxOptions,
  events: OutboxEvents,
  signal: AbortSignal,
): Promise<Outbox> {
  const disk = openOutboxDisk(deps, account);
  let acknowledgements: Awaited<ReturnType<typeof openAcknowledgements>> | undefined;
  const state = createOutboxStore(deps.clock, serverTime, disk, () => events.onChange(outbox));
  /** By fingerprint: an upload that is given twice before the device has it is one upload. */
  const adding = new Map<string, Promise<string>>();
  /** How often all was forgotten. */
  let forgotten = 0;
  const send: SenderDeps['send'] = (...upload) =>
    deps.sendUpload({ ...deps, http }, ...upload).catch(notSent);
  const lockName = `meridian upload ${account}`;
  const sender = createSender(
    { ...deps, state, send, stolen, lockName, onEnd: events.onEnd },
    signal,
  );

  /** Nothing stays of what was still being kept as all was forgotten. */
  async function unlessForgotten(keep: Promise<void> | undefined, remove: () => void) {
    const before = forgotten;
    await keep;
    if (forgotten === before) return;
    remove();
    throw new Error('The account was closed');
  }

  async function add(record: OutboxRecord, file: Blob): Promise<string> {
    await unlessForgotten(state.add(record, file), () => state.remove(record.id));
    sender.wake();
    return record.id;
  }

  async function enqueue(record: OutboxRecord, file: Blob): Promise<string> {
    const same = state.all().find((known) => isSame(known, record));
    if (same !== undefined) {
      if (same.id !== record.id) sender.retry(same.id);
      return same.id;
    }
    const { fingerprint } = record;
    const added = adding.get(fingerprint) ?? add(record, file);
    adding.set(fingerprint, added);
    return added.finally(() => adding.delete(fingerprint));
  }

  const outbox: Outbox = {
    acknowledgements: () => acknowledgements?.items() ?? [],
    async acknowledge(pending) {
      const { incident } = pending;
      await unlessForgotten(acknowledgements?.add(pending), () => outbox.takeBack(incident));
      acknowledgements?.wake();
      return incident;
    },
    takeBack: (incident) => acknowledgements?.remove(incident),
    items: () => state.all().map(itemOf),
    enqueue,
    retry: sender.retry,
    discard: sender.discard,
    reconnectNow() {
      sender.reconnectNow();
      acknowledgements?.wake();
    },
    forgetAll() {
      forgotten += 1;
      acknowledgements?.forgetAll();
      for (const { id } of state.all()) sender.discard(id);
    },
    async close() {
      await Promise.all([state.written(), acknowledgements?.close()]);
      disk.close();
    },
  };
  await state.load();
  acknowledgements = await openAcknowledgements(
    {
      account,
      clock: deps.clock,
      http,
      place: deps.openKeyValue(outboxDatabase(account)),
      onChange: () => events.onChange(outbox),
      onSent: events.onAcknowledged,
      onSignedOut: (failure) => events.onEnd({ end: 'refused', failure }),
    },
    signal,
  );
  events.onChange(outbox);
  sender.start();
  return outbox;
}

function notSent(error: unknown): SendEnd {
  const failure = {
    ok: false,
    status: 0,
    text: networkErrorText(error),
    why: 'unreachable',
  } as const;
  return { end: 'broken', failure, moved: false };
}

function isSame(known: OutboxRecord, record: OutboxRecord): boolean {
  if (known.id === record.id) return true;
  return known.fingerprint === record.fingerprint && known.state.state !== 'done';
}
