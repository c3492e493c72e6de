import { createHttp } from '../../src/worker/calls/http.ts';
import type { SendEnd } from '../../src/worker/outbox/outbox.ts';
import type { Outbox } from '../../src/worker/outbox/outbox-account.ts';
import { openNoOutboxChannel } from '../../src/worker/outbox/outbox-channel.ts';
import { createServerTime } from '../../src/worker/server-time.ts';
import { leadAlone } from '../../src/worker/tabs/leader.ts';
import type { FormOrder, ResumableOrder } from '../../src/worker/uploads/upload-doors.ts';
import { createHandClock, type HandClock, settle } from '../doubles/clock.ts';
import { createFakeDisks, type FakeDisks } from '../doubles/disk.ts';
import { createFakeServer, type FakeServer } from '../doubles/server.ts';
import { createFakeUploads, type FakeUploads, openRigOutbox } from '../doubles/uploads.ts';

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

/** A device whose worker alone sends: one outbox behind doubles, open for the account `ada`. */
export interface OutboxDevice {
  /** A test may put another in its place, as a new worker does. */
  outbox: Outbox;
  readonly clock: HandClock;
  readonly server: FakeServer;
  readonly disks: FakeDisks;
  readonly uploads: FakeUploads;
  /** How tries ended, oldest first. */
  readonly ends: readonly SendEnd[];
  /** @returns the outbox of another worker, or of another account */
  open(account?: string): Outbox;
  /** Adds a file, and lets what follows happen. @returns its id */
  keep(file?: File): Promise<string>;
  /** The states of all items, in their order. */
  states(): string[];
  /** What the device has stored for the account. */
  stored(): ReturnType<FakeDisks['stored']>;
  /** The server offers resumable uploads. */
  offer(): void;
  /** From now on the server answers so when it is asked for this upload's receipt. */
  receipt(id: string, answer: { status?: number; body?: unknown }): void;
  /** The last try, which is one with a form. */
  form(): FormOrder;
  /** The last try, which is a resumable one. */
  resumed(): ResumableOrder;
}

export async function createOutboxDevice(): Promise<OutboxDevice> {
  const clock = createHandClock();
  const server = createFakeServer();
  const disks = createFakeDisks();
  const uploads = createFakeUploads();
  const ends: SendEnd[] = [];
  const http = createHttp({ fetch: server.fetch, clock, serverTime: createServerTime(clock) });
  const open = (account = 'ada') =>
    openRigOutbox(
      { clock, server, disks, uploads, lead: leadAlone, channels: openNoOutboxChannel },
      { http, changed: () => undefined, ended: (end) => ends.push(end) },
      account,
    );
  const device: OutboxDevice = {
    outbox: open(),
    clock,
    server,
    disks,
    uploads,
    ends,
    open,
    async keep(file = fileOf('content')) {
      const order = { file, targetPlatforms: ['Forge'], priority: 'high' } as const;
      const id = await device.outbox.keep(order);
      await settle();
      return id;
    },
    states: () => device.outbox.items().map(({ state }) => state.state),
    stored: () => disks.stored('outbox ada'),
    offer: () =>
      server.route('OPTIONS', '/api/zip/uploads', () => ({
        status: 204,
        headers: { 'tus-version': '1.0.0' },
      })),
    receipt: (id, answer) => server.route('GET', `/api/zip/receipts/${id}`, () => answer),
    form: () => uploads.last().order as FormOrder,
    resumed: () => uploads.last().order as ResumableOrder,
  };
  await settle();
  return device;
}
