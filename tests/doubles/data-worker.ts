import { createMirror, type Mirror } from '../../src/link/mirror.ts';
import type { Push } from '../../src/worker/api.ts';
import { createDataWorker, type DataWorker } from '../../src/worker/data-worker.ts';
import { leadAlone } from '../../src/worker/tabs/leader.ts';
import { openNoChannel } from '../../src/worker/tabs/tab-channel.ts';
import { createHandClock, type HandClock } from './clock.ts';
import { createFakeDisks, type FakeDisks } from './disk.ts';
import { createFakeServer, type FakeServer } from './server.ts';
import { createFakeSockets, type FakeSockets } from './socket.ts';

/** The whole worker behind doubles, and the page's mirror at the other end of its port. */
export interface Rig {
  readonly worker: DataWorker;
  readonly mirror: Mirror;
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
  const mirror = createMirror(() => clock.now());
  const pushes: Push[] = [];
  let portClosed = false;
  const worker = createDataWorker({
    clock,
    fetch: server.fetch,
    openSocket: sockets.openSocket,
    openKeyValue: disks.openKeyValue,
    random,
    lead: leadAlone,
    openChannel: openNoChannel,
    tab: 'the only one',
    build: 'test',
  });
  worker.attach({
    postMessage(push: Push) {
      const copy = structuredClone(push);
      pushes.push(copy);
      mirror.apply(copy);
    },
    close() {
      portClosed = true;
    },
  });
  return { worker, mirror, pushes, clock, sockets, server, disks, portClosed: () => portClosed };
}
