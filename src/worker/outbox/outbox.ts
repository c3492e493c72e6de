import { outboxDatabase } from '../../shared/account.ts';
import type { OutboxItem, PendingAcknowledgement } from '../../shared/model.ts';
import { type HttpClient, networkErrorText } from '../http/http-client.ts';
import type { ServerTime } from '../server-time.ts';
import { openAcknowledgements } from './acknowledgements.ts';
import { createExclusive, type Locks } from './exclusive.ts';
import { type OutboxDiskDeps, openOutboxDisk } from './outbox-disk.ts';
import { itemOf, type OutboxRecord, type SendEnd } from './outbox-rules.ts';
import { createOutboxStore, type OutboxStore } from './outbox-store.ts';
import type { SendUploadDeps, sendUpload } from './send-upload.ts';
import { createSender, type Sender, type SenderDeps } from './sender.ts';

/**
 * One account's uploads: kept on the device with their files, which all tabs share, and sent one after the other by one tab at a
 * time. With them the acknowledgements that wait for the server.
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
  /** Another tab has changed what the device holds, or is sending. */
  reload(): Promise<void>;
  /** The account was closed for good in another tab, which has emptied the device. */
  forgetAll(): void;
  /** Ends what its signal has ended. Resolves when nothing is written any more. */
  close(): Promise<void>;
}

interface OutboxDeps
  extends OutboxDiskDeps,
    Omit<SendUploadDeps, 'http'>,
    Pick<SenderDeps, 'random'> {
  /** Undefined where the browser has none. */
  readonly locks: Locks | undefined;
  /** Rejects when its code cannot be loaded. */
  readonly sendUpload: typeof sendUpload;
}

interface OutboxOptions {
  readonly account: string;
  readonly http: HttpClient;
  readonly serverTime: Pick<ServerTime, 'steadyNow'>;
}

interface OutboxEvents {
  readonly onChange: (outbox: Outbox) => void;
  /** Other tabs read what this one has written, and wait for it while it sends. */
  readonly onShared: () => void;
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
  { account, http, serverTime }: OutboxOptions,
  events: OutboxEvents,
  signal: AbortSignal,
): Promise<Outbox> {
  const disk = openOutboxDisk(deps, account, () => void state.keepAgain());
  let acknowledgements: Awaited<ReturnType<typeof openAcknowledgements>> | undefined;
  const { clock } = deps;
  const onChange = () => events.onChange(outbox);
  const onWritten = events.onShared;
  const state = createOutboxStore({ clock, serverTime, disk, onChange, onWritten });
  const exclusive = (what: string) =>
    createExclusive({ ...deps, lockName: `meridian ${what} ${account}`, sayBusy: events.onShared });
  const uploading = exclusive('upload');
  const acknowledging = exclusive('acknowledge');
  const send: SenderDeps['send'] = (...upload) =>
    deps.sendUpload({ ...deps, http }, ...upload).catch(notSent);
  const sender = createSender(
    { ...deps, state, send, exclusively: uploading.run, onEnd: events.onEnd },
    signal,
  );

  const keeping = createKeeping(state, sender);

  const takeOver = joined(async () => {
    const areDone = new Set(doneIn(state.all()));
    await Promise.all([state.load(sender.sending()), acknowledgements?.reload()]);
    sender.wake();
    const arrived = state.all().find(({ id, state }) => state.state === 'done' && !areDone.has(id));
    if (arrived?.state.state === 'done')
      events.onEnd({ end: 'done', bundle: arrived.state.bundle });
  });

  const outbox: Outbox = {
    acknowledgements: () => acknowledgements?.items() ?? [],
    async acknowledge(pending) {
      const { incident } = pending;
      await keeping.unlessForgotten(acknowledgements?.add(pending), () =>
        outbox.takeBack(incident),
      );
      acknowledgements?.wake();
      return incident;
    },
    takeBack: (incident) => acknowledgements?.remove(incident),
    items: () => state.all().map(itemOf),
    enqueue: keeping.enqueue,
    retry: sender.retry,
    discard: sender.discard,
    reconnectNow() {
      sender.reconnectNow();
      acknowledgements?.wake();
    },
    reload() {
      for (const one of [uploading, acknowledging]) one.heard();
      return takeOver();
    },
    forgetAll() {
      keeping.forgetAll();
      acknowledgements?.forgetAll();
      for (const { id } of state.all()) sender.discard(id);
    },
    async close() {
      await Promise.all([state.written(), acknowledgements?.close()]);
      disk.close();
    },
  };
  // Each waits for the disk, which may hang.
  const loaded = state.load();
  acknowledgements = await openAcknowledgements(
    {
      account,
      clock: deps.clock,
      http,
      place: deps.openKeyValue(outboxDatabase(account)),
      onChange,
      onWritten,
      exclusively: acknowledging.run,
      onSent: events.onAcknowledged,
      onSignedOut: (failure) => events.onEnd({ end: 'refused', failure }),
    },
    signal,
  );
  await loaded;
  events.onChange(outbox);
  sender.start();
  return outbox;
}

/** What is given to the outbox, until the device has it. */
function createKeeping(state: OutboxStore, sender: Pick<Sender, 'wake' | 'retry'>) {
  /** By fingerprint: an upload that is given twice before the device has it is one upload. */
  const adding = new Map<string, Promise<string>>();
  /** How often all was forgotten. */
  let forgotten = 0;

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

  return {
    unlessForgotten,
    async enqueue(record: OutboxRecord, file: Blob): Promise<string> {
      const same = state.all().find((known) => isSame(known, record));
      if (same !== undefined) {
        if (same.id !== record.id) sender.retry(same.id);
        return same.id;
      }
      const { fingerprint } = record;
      const added = adding.get(fingerprint) ?? add(record, file);
      adding.set(fingerprint, added);
      return added.finally(() => adding.delete(fingerprint));
    },
    forgetAll(): void {
      forgotten += 1;
    },
  };
}

/** @returns runs the work one at a time: whoever asks meanwhile gets one run after the present one */
function joined(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  return function run(): Promise<void> {
    if (running !== undefined) {
      next ??= running.then(() => {
        next = undefined;
        return run();
      });
      return next;
    }
    running = work().finally(() => {
      running = undefined;
    });
    return running;
  };
}

const doneIn = (records: readonly OutboxRecord[]) =>
  records.flatMap(({ id, state }) => (state.state === 'done' ? [id] : []));

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
