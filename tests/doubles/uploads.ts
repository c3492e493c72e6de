import {
  type Outbox,
  type OutboxParts,
  openOutbox,
} from '../../src/worker/outbox/outbox-account.ts';
import type { OpenOutboxChannel, OutboxMessage } from '../../src/worker/outbox/outbox-channel.ts';
import type { Lead } from '../../src/worker/tabs/leader.ts';
import type {
  FormOrder,
  RawAnswer,
  ResumableOrder,
  UploadDoors,
} from '../../src/worker/uploads/upload-doors.ts';
import type { HandClock } from './clock.ts';
import type { FakeDisks } from './disk.ts';
import type { FakeServer } from './server.ts';

/** One upload on its way: the test says what becomes of it. */
export interface OnTheWay {
  readonly kind: 'form' | 'resumable';
  readonly order: FormOrder | ResumableOrder;
  answer(status: number, body?: unknown, outOfStep?: boolean): void;
  /** The line breaks when something has left. */
  breakOff(): void;
  /** There is no line. */
  notReached(): void;
}

export interface FakeUploads extends UploadDoors {
  readonly tries: readonly OnTheWay[];
  /** Throws when nothing was ever sent. */
  last(): OnTheWay;
  /** From now on files are read so. */
  hashWith(hash: UploadDoors['hash']): void;
}

export function createFakeUploads(): FakeUploads {
  const tries: OnTheWay[] = [];
  let hash: UploadDoors['hash'] = async (file) => `hash of ${await file.text()}`;

  function begin(kind: OnTheWay['kind'], order: FormOrder | ResumableOrder): Promise<RawAnswer> {
    return new Promise((resolve, reject) => {
      const notReached = () => reject(new Error('Failed to fetch'));
      order.signal.addEventListener('abort', notReached);
      tries.push({
        kind,
        order,
        notReached,
        breakOff() {
          order.moved(1);
          notReached();
        },
        answer(status, body = {}, outOfStep = false) {
          const ok = status >= 200 && status < 300;
          resolve({ ok, status, statusText: '', text: JSON.stringify(body), outOfStep });
        },
      });
    });
  }

  return {
    tries,
    last() {
      const last = tries.at(-1);
      if (last === undefined) throw new Error('nothing was sent');
      return last;
    },
    hash: (...order) => hash(...order),
    hashWith(next) {
      hash = next;
    },
    sendForm: (order) => begin('form', order),
    sendResumable: (order) => begin('resumable', order),
  };
}

/** The channels of one device's tabs. */
export function createFakeOutboxChannels(): OpenOutboxChannel {
  const open = new Map<(message: OutboxMessage) => void, string>();
  return (name, heard) => {
    open.set(heard, name);
    return {
      send(message) {
        for (const [other, at] of open)
          if (other !== heard && at === name)
            queueMicrotask(() => open.has(other) && other(message));
      },
      close: () => open.delete(heard),
    };
  };
}

export interface OutboxRig {
  readonly clock: HandClock;
  readonly disks: FakeDisks;
  readonly server: FakeServer;
  readonly uploads: FakeUploads;
  readonly lead: Lead;
  readonly channels: OpenOutboxChannel;
}

let keys = 0;

/** An outbox behind doubles. */
export function openRigOutbox(
  { clock, disks, server, uploads, lead, channels }: OutboxRig,
  parts: OutboxParts,
  account: string,
): Outbox {
  const doors = {
    ...uploads,
    clock,
    fetch: server.fetch,
    openKeyValue: disks.openKeyValue,
    random: () => 0.5,
    lead,
    openOutboxChannel: channels,
    newKey: () => `key-${String(++keys).padStart(12, '0')}`,
  };
  return openOutbox(doors, parts, account);
}
