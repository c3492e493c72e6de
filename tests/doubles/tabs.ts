import type { Push } from '../../src/shared/delta.ts';
import { createDataWorker, type DataWorker } from '../../src/worker/data-worker.ts';
import { openOutbox } from '../../src/worker/outbox/outbox.ts';
import { eraseOutbox } from '../../src/worker/outbox/outbox-disk.ts';
import { sendUpload } from '../../src/worker/outbox/send-upload.ts';
import type { UploadTransports } from '../../src/worker/outbox/transports.ts';
import { createFakeChannels } from './channels.ts';
import { createHandClock, type HandClock } from './clock.ts';
import { createFakeDisks, type FakeDisks } from './disk.ts';
import { createFakeLocks } from './locks.ts';
import { createPage, type Page } from './page.ts';
import { createFakeServer, type FakeServer } from './server.ts';
import { createFakeSockets, type FakeSockets } from './socket.ts';
import { clockOf, diskOf, fetchOf, socketsOf, uploadsOf } from './tab-deps.ts';
import { createThread } from './thread.ts';

/** Several tabs of one browser: each a whole worker, joined by the browser's locks, channels and disks. */
export interface Browser {
  readonly clock: HandClock;
  readonly server: FakeServer;
  readonly disks: FakeDisks;
  openTab(): Tab;
  readonly tabs: readonly Tab[];
}

export interface Tab {
  readonly worker: DataWorker;
  readonly page: Page;
  readonly pushes: readonly Push[];
  readonly sockets: FakeSockets;
  /** The browser stops all of this tab's code; what reaches it waits. */
  freeze(): void;
  /** It goes on, with all that waited. */
  thaw(): void;
  readonly frozen: () => boolean;
  /** The tab is gone at once, without a word. */
  kill(): void;
  readonly alive: () => boolean;
}

/**
 * @param deliver when a message between tabs arrives; at once by default
 * @param random what the workers draw as chance
 * @param uploads how the bytes of uploads leave; without it there is no outbox
 */
export function createBrowser({
  clock = createHandClock(),
  server = createFakeServer(),
  disks = createFakeDisks(),
  deliver = (job: () => void) => queueMicrotask(job),
  random = () => 0.5,
  fetch = server.fetch,
  uploads,
}: {
  clock?: HandClock;
  server?: FakeServer;
  disks?: FakeDisks;
  deliver?: (job: () => void) => void;
  random?: () => number;
  fetch?: FakeServer['fetch'];
  uploads?: UploadTransports;
} = {}): Browser {
  const tabs: Tab[] = [];
  const locks = createFakeLocks();
  const channels = createFakeChannels(deliver);
  let keys = 0;
  const newKey = () => `key-${String(++keys).padStart(12, '0')}`;

  function openTab(): Tab {
    const thread = createThread();
    const sockets = createFakeSockets();
    const page = createPage(() => clock.now());
    const pushes: Push[] = [];
    const tabLocks = locks.locksOf(thread);
    const shared = {
      clock: clockOf(clock, thread),
      fetch: fetchOf(fetch, thread),
      openKeyValue: diskOf(disks, thread),
      random,
    };
    const worker = createDataWorker({
      ...shared,
      openSocket: socketsOf(sockets, thread),
      openChannel: channels.channelsOf(thread),
      async openOutbox(...order) {
        if (uploads === undefined) throw new Error('There is no outbox here');
        const deps = { ...shared, ...uploadsOf(uploads, thread), locks: tabLocks, sendUpload };
        return openOutbox(deps, ...order);
      },
      eraseOutbox: (account) => eraseOutbox(shared, account),
      newKey,
    });
    worker.attach({
      postMessage(push) {
        const copy = structuredClone(push);
        pushes.push(copy);
        page.apply(copy);
      },
      close: () => undefined,
    });
    const { freeze, thaw, frozen, alive } = thread;
    const tab: Tab = {
      worker,
      page,
      pushes,
      sockets,
      freeze,
      thaw,
      frozen,
      alive,
      kill() {
        thread.kill();
        for (const socket of sockets.opened) socket.close(1006);
        channels.dropAll(thread);
        locks.dropAll(thread);
      },
    };
    tabs.push(tab);
    return tab;
  }

  return { clock, server, disks, openTab, tabs };
}
