import { createMirror, type Mirror } from '../../src/link/mirror.ts';
import type { Push } from '../../src/worker/api.ts';
import type { Clock } from '../../src/worker/clock.ts';
import { createDataWorker, type DataWorker } from '../../src/worker/data-worker.ts';
import { createElection, type LockDoor } from '../../src/worker/election.ts';
import type { KeyValue } from '../../src/worker/key-value.ts';
import { openOutbox } from '../../src/worker/outbox-account.ts';
import type { UploadDoors } from '../../src/worker/upload-doors.ts';
import { createHandClock, type HandClock } from './clock.ts';
import { createFakeDisks, type FakeDisks } from './disk.ts';
import { createFakeServer, type FakeServer } from './server.ts';
import { createFakeSockets, type FakeSockets } from './socket.ts';

/** Several tabs of one browser: each a whole worker, joined by the browser's locks, channels and disks. */
export interface Browser {
  readonly clock: HandClock;
  readonly server: FakeServer;
  readonly disks: FakeDisks;
  openTab(build?: string): Tab;
  readonly tabs: readonly Tab[];
}

export interface Tab {
  readonly worker: DataWorker;
  readonly mirror: Mirror;
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

/** A tab's thread: while it is frozen whatever was to happen in it waits. */
interface Thread {
  run(job: () => void): void;
  readonly end: AbortController;
  dead: boolean;
  frozen: boolean;
  waiting: (() => void)[];
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
  uploads?: UploadDoors;
} = {}): Browser {
  const tabs: Tab[] = [];
  const locks = createFakeLocks();
  const channels = new Map<string, Set<Listener>>();

  function openTab(build = 'test'): Tab {
    const name = `tab ${tabs.length + 1}`;
    const thread = createThread();
    const sockets = createFakeSockets();
    const mirror = createMirror(() => clock.now());
    const pushes: Push[] = [];
    const shared = {
      clock: clockOf(clock, thread),
      fetch: async (address: string, init: RequestInit) => {
        if (thread.dead) return never<Response>();
        return inThread(thread, fetch(address, init));
      },
      openKeyValue: diskOf(disks, thread),
      random,
      lead: createElection(locks.doorOf(thread)),
    };
    const worker = createDataWorker({
      ...shared,
      openSocket: (events) =>
        sockets.openSocket({
          opened: () => thread.run(events.opened),
          message: (text) => thread.run(() => events.message(text)),
          closed: (code) => thread.run(() => events.closed(code)),
        }),
      openChannel: channelOf(thread),
      ...(uploads && {
        openOutbox: async (parts, account) => {
          const ways = uploadsOf(uploads, thread);
          const openOutboxChannel = channelOf(thread);
          return openOutbox({ ...shared, ...ways, openOutboxChannel, newKey }, parts, account);
        },
      }),
      tab: name,
      build,
    });
    worker.attach({
      postMessage(push) {
        const copy = structuredClone(push);
        pushes.push(copy);
        mirror.apply(copy);
      },
      close: () => undefined,
    });
    const tab: Tab = {
      worker,
      mirror,
      pushes,
      sockets,
      freeze() {
        thread.frozen = true;
      },
      thaw() {
        thread.frozen = false;
        for (const job of thread.waiting.splice(0)) thread.run(job);
      },
      frozen: () => thread.frozen,
      kill() {
        thread.dead = true;
        thread.waiting = [];
        thread.end.abort();
        for (const socket of sockets.opened) socket.close(1006);
        hush(thread);
        locks.dropAll(thread);
      },
      alive: () => !thread.dead,
    };
    tabs.push(tab);
    return tab;
  }

  function hush(thread: Thread): void {
    for (const listeners of channels.values()) {
      const mine = [...listeners].filter((listener) => listener.thread === thread);
      for (const listener of mine) listeners.delete(listener);
    }
  }

  let keys = 0;
  const newKey = () => `key-${String(++keys).padStart(12, '0')}`;

  /** What crosses between tabs is copied, so both ends agree on its shape. */
  function channelOf(thread: Thread) {
    return <Message>(name: string, heard: (message: Message) => void) => {
      const listeners = channels.get(name) ?? new Set<Listener>();
      channels.set(name, listeners);
      const mine: Listener = { thread, heard: (message) => heard(message as Message) };
      listeners.add(mine);
      return {
        send(message: Message) {
          if (thread.dead) return;
          const copy = structuredClone(message);
          const others = [...listeners].filter((other) => other !== mine);
          for (const other of others)
            deliver(() => other.thread.run(() => listeners.has(other) && other.heard(copy)));
        },
        close: () => listeners.delete(mine),
      };
    };
  }

  return { clock, server, disks, openTab, tabs };
}

interface Listener {
  readonly thread: Thread;
  readonly heard: (message: unknown) => void;
}

function createThread(): Thread {
  const thread: Thread = {
    end: new AbortController(),
    dead: false,
    frozen: false,
    waiting: [],
    run(job) {
      if (thread.dead) return;
      if (thread.frozen) thread.waiting.push(job);
      else job();
    },
  };
  return thread;
}

/** What a thread waits for goes on in the thread: not before it is thawed, and never once it is dead. */
function inThread<T>(thread: Thread, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    promise.then(
      (value) => thread.run(() => resolve(value)),
      (error: unknown) => thread.run(() => reject(error)),
    );
  });
}

const never = <T>(): Promise<T> => new Promise(() => undefined);

function clockOf(clock: HandClock, thread: Thread): Clock {
  return {
    now: clock.now,
    mono: clock.mono,
    sleep: (ms, signal) => inThread(thread, clock.sleep(ms, signal)),
  };
}

function diskOf(disks: FakeDisks, thread: Thread) {
  return (name: string): KeyValue => {
    const disk = disks.openKeyValue(name);
    return {
      entries: () => inThread(thread, disk.entries()),
      get: (key) => inThread(thread, disk.get(key)),
      setMany: (values) => inThread(thread, disk.setMany(values)),
      remove: (keys) => inThread(thread, disk.remove(keys)),
      erase: () => inThread(thread, disk.erase()),
      close: disk.close,
    };
  };
}

/** What is on its way goes on while a tab is frozen, unheard, and ends with the tab. */
function uploadsOf(uploads: UploadDoors, thread: Thread): UploadDoors {
  const inTab = <Order extends { signal: AbortSignal; moved: (sent: number) => void }>(
    order: Order,
  ): Order => ({
    ...order,
    signal: AbortSignal.any([order.signal, thread.end.signal]),
    moved: (sent) => thread.run(() => order.moved(sent)),
  });
  return {
    hash: (file, signal) => inThread(thread, uploads.hash(file, signal)),
    sendForm: (order) => inThread(thread, uploads.sendForm(inTab(order))),
    sendResumable: (order) => {
      const placed = (place: string) => thread.run(() => order.placed(place));
      return inThread(thread, uploads.sendResumable(inTab({ ...order, placed })));
    },
  };
}

type How = Parameters<LockDoor['request']>[1];

interface Request {
  readonly thread: Thread;
  readonly granted: () => void;
  readonly stolen: () => void;
}

/** Web Locks, exclusive ones, as the standard has them. */
export function createFakeLocks() {
  const held = new Map<string, Request>();
  const queues = new Map<string, Request[]>();

  function next(name: string): void {
    if (held.has(name)) return;
    const request = queues.get(name)?.shift();
    if (request === undefined) return;
    held.set(name, request);
    request.thread.run(request.granted);
  }

  function release(name: string, request: Request): void {
    if (held.get(name) !== request) return;
    held.delete(name);
    next(name);
  }

  function steal(name: string, request: Request): void {
    held.get(name)?.stolen();
    held.set(name, request);
    request.thread.run(request.granted);
  }

  /** @returns false when it is not in the queue any more */
  function leave(name: string, request: Request): boolean {
    const queue = queues.get(name) ?? [];
    queues.set(
      name,
      queue.filter((other) => other !== request),
    );
    return queue.includes(request);
  }

  function enqueue(name: string, request: Request): void {
    queues.set(name, [...(queues.get(name) ?? []), request]);
    queueMicrotask(() => next(name));
  }

  function request(thread: Thread, name: string, how: How, hold: () => Promise<void>) {
    let resolve: () => void = () => undefined;
    let reject: (error: unknown) => void = resolve;
    const promise = new Promise<void>((...ends) => {
      [resolve, reject] = ends;
    });
    const abort = () => reject(new DOMException('given up or stolen', 'AbortError'));
    const mine: Request = {
      thread,
      granted: () =>
        void hold()
          .then(() => release(name, mine))
          .then(resolve),
      stolen: () => thread.run(abort),
    };
    if ('steal' in how) steal(name, mine);
    else if (how.signal.aborted) abort();
    else {
      how.signal.addEventListener('abort', () => leave(name, mine) && abort());
      enqueue(name, mine);
    }
    return promise;
  }

  const doorOf = (thread: Thread): LockDoor => ({
    request: (name, how, hold) => request(thread, name, how, hold),
  });

  return {
    doorOf,
    /** The browser takes what a tab held or waited for when the tab is gone. */
    dropAll(thread: Thread): void {
      const mine = (other: Request) => other.thread === thread;
      for (const [name, queue] of queues) for (const one of queue.filter(mine)) leave(name, one);
      for (const [name, one] of [...held]) if (mine(one)) release(name, one);
    },
  };
}
