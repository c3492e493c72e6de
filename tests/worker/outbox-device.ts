import { createHttpClient, type HttpClient } from '../../src/worker/http/http-client.ts';
import { type Outbox, openOutbox } from '../../src/worker/outbox/outbox.ts';
import { eraseOutbox } from '../../src/worker/outbox/outbox-disk.ts';
import { newRecord, type SendEnd } from '../../src/worker/outbox/outbox-rules.ts';
import { sendUpload } from '../../src/worker/outbox/send-upload.ts';
import type { FormUpload, ResumableUpload } from '../../src/worker/outbox/transports.ts';
import { createServerTime } from '../../src/worker/server-time.ts';
import { createHandClock, flushPromises, type HandClock } from '../doubles/clock.ts';
import { createFakeDisks, type FakeDisks } from '../doubles/disk.ts';
import { createFakeServer, type FakeAnswer, type FakeServer } from '../doubles/server.ts';
import { createFakeUploads, type FakeUploads } from '../doubles/uploads.ts';

export const BUNDLE = {
  id: 'b1',
  name: 'a.zip',
  size: 1,
  status: 'validating',
  targetPlatforms: [],
  createdAt: 'now',
};
export const MIB = 1024 * 1024;

export const fileOf = (text: string, name = 'a.zip') => new File([text], name, { lastModified: 1 });

/** A file that is large enough to be resumable from the start. */
export const bigFile = () => new File([new Uint8Array(9 * MIB)], 'big.zip', { lastModified: 1 });

let keys = 0;
const nextKey = () => `key-${String(++keys).padStart(12, '0')}`;

/** A device whose worker alone sends: one outbox behind doubles, open for the account `ada`. */
export interface OutboxDevice {
  /** A test may put another in its place, as a new worker does. */
  outbox: Outbox;
  readonly clock: HandClock;
  readonly server: FakeServer;
  readonly disks: FakeDisks;
  readonly uploads: FakeUploads;
  readonly http: HttpClient;
  /** How tries ended, oldest first. */
  readonly ends: readonly SendEnd[];
  /** @returns the outbox of another worker, or of another account */
  open(account?: string): Promise<Outbox>;
  /** The worker stops sending. @param forget the account was closed for good */
  close(forget: boolean): Promise<void>;
  /** Adds a file, and lets what follows happen. @returns its id */
  enqueueUpload(file?: File): Promise<string>;
  /** The states of all items, in their order. */
  states(): string[];
  /** What the device has stored for the account. */
  stored(): ReturnType<FakeDisks['stored']>;
  /** The server offers resumable uploads. */
  offer(): void;
  /** From now on the server answers so when it is asked for this upload's receipt. */
  receipt(id: string, answer: FakeAnswer): void;
  /** The last try, which is one with a form. */
  form(): FormUpload;
  /** The last try, which is a resumable one. */
  resumed(): ResumableUpload;
}

export async function createOutboxDevice(): Promise<OutboxDevice> {
  const clock = createHandClock();
  const server = createFakeServer();
  const disks = createFakeDisks();
  const uploads = createFakeUploads();
  const ends: SendEnd[] = [];
  const serverTime = createServerTime(clock);
  const http = createHttpClient({ fetch: server.fetch, clock, serverTime });
  let running = new AbortController();
  const openKeyValue = disks.openKeyValue;
  const open = (account = 'ada') => {
    running = new AbortController();
    return openOutbox(
      {
        ...uploads,
        clock,
        openKeyValue,
        fetch: server.fetch,
        random: () => 0.5,
        locks: undefined,
        sendUpload,
      },
      { account, http, serverTime },
      {
        onChange: () => undefined,
        onShared: () => undefined,
        onEnd: (end) => ends.push(end),
        onAcknowledged: () => undefined,
      },
      running.signal,
    );
  };
  const device: OutboxDevice = {
    outbox: await open(),
    clock,
    server,
    disks,
    uploads,
    http,
    ends,
    open,
    async enqueueUpload(file = fileOf('content')) {
      const upload = { file, targetPlatforms: ['Forge'], priority: 'high' } as const;
      const id = await device.outbox.enqueue(newRecord(nextKey(), upload, clock.now()), file);
      await flushPromises();
      return id;
    },
    async close(forget) {
      running.abort();
      await device.outbox.close();
      if (forget) await eraseOutbox({ clock, openKeyValue }, 'ada');
    },
    states: () => device.outbox.items().map(({ state }) => state.state),
    stored: () => disks.stored('outbox ada'),
    offer: () =>
      server.route('OPTIONS', '/api/zip/uploads', () => ({
        status: 204,
        headers: { 'tus-version': '1.0.0' },
      })),
    receipt: (id, answer) => server.route('GET', `/api/zip/receipts/${id}`, () => answer),
    form: () => uploads.last().order as FormUpload,
    resumed: () => uploads.last().order as ResumableUpload,
  };
  await flushPromises();
  return device;
}
