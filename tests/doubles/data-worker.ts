import type { Push } from '../../src/shared/delta.ts';
import { createDataWorker, type DataWorker } from '../../src/worker/data-worker.ts';
import { openNoChannel } from '../../src/worker/other-tabs.ts';
import { createHandClock, type HandClock } from './clock.ts';
import { createFakeDisks, type FakeDisks } from './disk.ts';
import { createPage, type Page } from './page.ts';
import { createFakeServer, type FakeServer } from './server.ts';
import { createFakeSockets, type FakeSockets } from './socket.ts';

/** The whole worker behind doubles, and the page's page at the other end of its port. */
export interface Rig {
  readonly worker: DataWorker;
  readonly page: Page;
  readonly pushes: readonly Push[];
  readonly clock: HandClock;
  readonly sockets: FakeSockets;
  readonly server: FakeServer;
  readonly disks: FakeDisks;
  readonly portClosed: () => boolean;
}

/** @param random what the worker draws as chance; half by default */
export function createRig({
  clock = createHandClock(),
  disks = createFakeDisks(),
  server = createFakeServer(),
  random = () => 0.5,
}: Partial<Pick<Rig, 'clock' | 'disks' | 'server'>> & { random?: () => number } = {}): Rig {
  const sockets = createFakeSockets();
  const page = createPage(() => clock.now());
  const pushes: Push[] = [];
  let portClosed = false;
  const worker = createDataWorker({
    clock,
    fetch: server.fetch,
    openSocket: sockets.openSocket,
    openKeyValue: disks.openKeyValue,
    random,
    openChannel: openNoChannel,
    openOutbox: () => Promise.reject(new Error('There is no outbox here')),
    eraseOutbox: async () => undefined,
    newKey: () => 'key',
  });
  worker.attach({
    postMessage(push: Push) {
      const copy = structuredClone(push);
      pushes.push(copy);
      page.apply(copy);
    },
    close() {
      portClosed = true;
    },
  });
  return { worker, page, pushes, clock, sockets, server, disks, portClosed: () => portClosed };
}
