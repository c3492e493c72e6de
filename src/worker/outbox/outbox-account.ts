import type { OutboxItem, UploadPayload } from '../api.ts';
import type { Http } from '../calls/http.ts';
import type { Lead } from '../tabs/leader.ts';
import { sendUpload, type UploadSending } from '../uploads/upload-send.ts';
import { isOpen, itemOf, type OutboxRecord, type SendEnd } from './outbox.ts';
import type { OpenOutboxChannel, OutboxMessage } from './outbox-channel.ts';
import { type OutboxDiskDoors, openOutboxDisk } from './outbox-disk.ts';
import { type Drain, type DrainParts, drain } from './outbox-drain.ts';
import { createKeeping } from './outbox-keep.ts';
import { createOutboxShelf, type OutboxShelf } from './outbox-shelf.ts';
import { watchOutboxLeader } from './outbox-watch.ts';

/**
 * One account's outbox while it is open. One tab's worker sends; the others add to it, show what it says and
 * tell it what is wanted. When it goes, another takes its place from what the device holds.
 */
export interface Outbox {
  items(): readonly OutboxItem[];
  /** @returns the upload's id, once it is kept */
  keep(upload: UploadPayload): Promise<string>;
  retry(id: string): void;
  discard(id: string): void;
  knock(): void;
  /** With `forget` everything unsent is gone from the device. */
  close(forget: boolean): Promise<void>;
}

export interface OutboxDoors extends OutboxDiskDoors, Omit<UploadSending, 'http'> {
  readonly random: () => number;
  readonly lead: Lead;
  readonly openOutboxChannel: OpenOutboxChannel;
  readonly newKey: () => string;
}

export interface OutboxParts {
  readonly http: Http;
  readonly changed: () => void;
  readonly ended: (end: SendEnd) => void;
}

export function openOutbox(doors: OutboxDoors, parts: OutboxParts, account: string): Outbox {
  const over = new AbortController();
  const disk = openOutboxDisk(doors, account);
  const channel = doors.openOutboxChannel(`outbox 1 ${account}`, heard);
  const shelf = createOutboxShelf(doors.clock, disk, changed);
  let leading: Drain | undefined;

  function changed(): void {
    if (over.signal.aborted) return;
    if (leading) channel.send({ kind: 'records', records: shelf.all() });
    parts.changed();
  }

  function heard(message: OutboxMessage): void {
    if (message.kind === 'ended') forgetAll();
    else if (leading && message.kind === 'hello') changed();
    else if (leading) obey(leading, shelf, message);
    else if (message.kind === 'records') follow(message.records);
    // Whoever leads next may have read the device before this came.
    else if (message.kind === 'added') void shelf.adopt(message.record, message.file);
  }

  function follow(records: readonly OutboxRecord[]): void {
    watch.heard();
    keeping.told(records);
    shelf.replace([...records, ...keeping.untold()]);
  }

  /** The device is empty already, and is not written to again. */
  function forgetAll(): void {
    const all = shelf.all();
    keeping.forget();
    shelf.replace([]);
    for (const { id } of all) leading?.stop(id);
  }

  async function beginToLead(signal: AbortSignal): Promise<void> {
    await shelf.load();
    if (signal.aborted || over.signal.aborted) return;
    const { clock, random } = doors;
    const send: DrainParts['send'] = (...order) =>
      sendUpload({ ...doors, http: parts.http }, ...order);
    leading = drain({ clock, random, shelf, send, ended: parts.ended }, signal);
    signal.addEventListener('abort', () => {
      leading = undefined;
      if (!over.signal.aborted) channel.send({ kind: 'hello' });
    });
    keeping.forget();
    changed();
  }

  const standing = doors.lead(
    `meridian outbox ${account}`,
    over.signal,
    (signal) => void beginToLead(signal),
  );
  channel.send({ kind: 'hello' });
  const watch = watchOutboxLeader({
    clock: doors.clock,
    signal: over.signal,
    isLeading: () => leading !== undefined,
    isUnsent: () => shelf.all().some(isOpen),
    ask: () => channel.send({ kind: 'hello' }),
    gone: () => standing.seize(),
  });

  function order(message: OutboxMessage): void {
    if (leading) obey(leading, shelf, message);
    else channel.send(message);
  }

  const drainNow = () => leading;
  const keeping = createKeeping({ ...doors, shelf, channel, watch, order, drain: drainNow });

  return {
    items: () => shelf.all().map(itemOf),
    keep: keeping.keep,
    retry: (id) => order({ kind: 'retry', id }),
    discard(id) {
      shelf.remove(id);
      order({ kind: 'discard', id });
    },
    knock: () => order({ kind: 'knock' }),
    async close(forget) {
      over.abort();
      if (forget) channel.send({ kind: 'ended' });
      channel.close();
      await shelf.settled();
      await (forget ? disk.erase() : disk.close());
    },
  };
}

function obey(drain: Drain, shelf: OutboxShelf, message: OutboxMessage): void {
  if (message.kind === 'knock') drain.knock();
  else if (message.kind === 'retry') drain.retry(message.id);
  else if (message.kind === 'discard') drain.discard(message.id);
  else if (message.kind === 'added')
    void shelf.adopt(message.record, message.file).then(() => drain.wake());
}
