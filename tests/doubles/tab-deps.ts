import type { KeyValue } from '../../src/shared/key-value.ts';
import type { Clock } from '../../src/worker/clock.ts';
import type { UploadTransports } from '../../src/worker/outbox/transports.ts';
import type { HandClock } from './clock.ts';
import type { FakeDisks } from './disk.ts';
import type { FakeServer } from './server.ts';
import type { FakeSockets } from './socket.ts';
import { inThread, type Thread } from './thread.ts';

/** What a worker depends on, as one tab's thread has it: what comes back waits for the thread. */

export function clockOf(clock: HandClock, thread: Thread): Clock {
  return {
    now: clock.now,
    mono: clock.mono,
    sleep: (ms, signal) => inThread(thread, clock.sleep(ms, signal)),
  };
}

export function diskOf(disks: FakeDisks, thread: Thread) {
  return (name: string): KeyValue => {
    const disk = disks.openKeyValue(name);
    return {
      entries: () => inThread(thread, disk.entries()),
      get: (key) => inThread(thread, disk.get(key)),
      setMany: (values) => inThread(thread, disk.setMany(values)),
      setNewest: (values, now) => inThread(thread, disk.setNewest(values, now)),
      remove: (keys) => inThread(thread, disk.remove(keys)),
      erase: () => inThread(thread, disk.erase()),
      close: disk.close,
    };
  };
}

export function fetchOf(fetch: FakeServer['fetch'], thread: Thread): FakeServer['fetch'] {
  return async (address, init) => {
    if (!thread.alive()) return new Promise<never>(() => undefined);
    return inThread(thread, fetch(address, init));
  };
}

export function socketsOf(sockets: FakeSockets, thread: Thread): FakeSockets['openSocket'] {
  return (events) =>
    sockets.openSocket({
      onOpen: () => thread.run(events.onOpen),
      onMessage: (text) => thread.run(() => events.onMessage(text)),
      onClose: (code) => thread.run(() => events.onClose(code)),
    });
}

/** What is on its way goes on while a tab is frozen, unheard, and ends with the tab. */
export function uploadsOf(uploads: UploadTransports, thread: Thread): UploadTransports {
  const inTab = <Order extends { signal: AbortSignal; onProgress: (sent: number) => void }>(
    order: Order,
  ): Order => ({
    ...order,
    signal: AbortSignal.any([order.signal, thread.signal]),
    onProgress: (sent) => thread.run(() => order.onProgress(sent)),
  });
  return {
    hash: (file, signal) => inThread(thread, uploads.hash(file, signal)),
    sendForm: (order) => inThread(thread, uploads.sendForm(inTab(order))),
    sendResumable: (order) => {
      const onUploadUrl = (url: string) => thread.run(() => order.onUploadUrl(url));
      return inThread(thread, uploads.sendResumable(inTab({ ...order, onUploadUrl })));
    },
  };
}
