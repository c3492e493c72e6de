import { createHandClock } from '../doubles/clock.ts';
import { type Meridian, serveMeridian } from '../doubles/meridian.ts';
import type { FakeSocket } from '../doubles/socket.ts';
import { type Browser, createBrowser, type Tab } from '../doubles/tabs.ts';
import type { Incidents } from './acknowledgements.ts';
import type { Chance } from './chance.ts';
import { createUploadServer, type UploadServer } from './upload-server.ts';

/**
 * A server, an unreliable network, and a browser with some tabs of one account. Only the injected dependencies
 * are fakes; in every tab the real worker runs.
 */
export interface World extends Browser {
  readonly node: Meridian;
  readonly uploadServer: UploadServer;
  /** Names of the uploads that a tab has accepted and nobody has removed. */
  readonly accepted: Set<string>;
  readonly incidents: Incidents;
  /** Adds a row to the server's activity, and sends it as a live message. */
  happen(): void;
  openTab(): Tab;
  /** Advances the clock; the server accepts sockets and sends beats meanwhile. */
  pass(ms: number): Promise<void>;
  restart(): void;
  /** The server comes back as it was some changes ago, and may grow past them before anybody is there again. */
  restore(): void;
  /** Messages before now can no longer be had from the server. */
  forgetLog(): void;
  cutConnections(): void;
  /** Changes the network. calm: nothing is lost or late; rough: some is; down: all is lost. */
  turn(weather: Weather): void;
}

type Weather = 'calm' | 'rough' | 'down';

export const BEAT_MS = 15_000;
export const LATE_MAX_MS = 2000;
const STEP_MS = 2500;

/** @param hasOutbox whether the tabs can upload */
export function createWorld(chance: Chance, hasOutbox: boolean): World {
  const clock = createHandClock();
  const isLost = () => weather === 'down' || (weather === 'rough' && chance.isHit(0.1));
  const uploadServer = createUploadServer(clock, chance, isLost);
  const browser = createBrowser({
    clock,
    random: chance.draw,
    fetch: (address, init) => fetchUnreliably(address, init),
    ...(hasOutbox && { uploads: uploadServer }),
  });
  const { server } = browser;
  const node = serveMeridian(browser);
  const log: ReturnType<Meridian['append']>[] = [];
  const lines = new Map<FakeSocket, number>();
  let kept = 0;
  let weather: Weather = 'rough';

  node.replayWith((since) => {
    const complete = since >= kept;
    return { body: { seq: node.seq(), complete, changes: complete ? log.slice(since) : [] } };
  });

  server.route('OPTIONS', '/api/zip/uploads', () => ({
    status: 204,
    headers: { 'tus-version': '1.0.0' },
  }));

  server.route('GET', '/api/zip/receipts/*', ({ address }) =>
    uploadServer.receiptOf(address.slice(address.lastIndexOf('/') + 1)),
  );

  const lateness = () => (weather === 'rough' ? chance.between(0, LATE_MAX_MS) : 1);

  async function fetchUnreliably(address: string, init: RequestInit): Promise<Response> {
    const signal = init.signal ?? new AbortController().signal;
    if (!(await clock.sleep(lateness(), signal)) || isLost()) throw new TypeError('fetch failed');
    const answer = await server.fetch(address, init);
    if (!(await clock.sleep(lateness(), signal)) || isLost()) throw new TypeError('fetch failed');
    return answer;
  }

  function say(socket: FakeSocket, message: unknown): void {
    lines.set(socket, clock.now());
    const copies = weather === 'rough' && chance.isHit(0.1) ? 2 : 1;
    for (let i = 0; i < copies; i += 1) if (!isLost()) void sayLate(socket, message);
  }

  /** Each message has its own delay, so that they overtake each other. */
  async function sayLate(socket: FakeSocket, message: unknown): Promise<void> {
    await clock.sleep(lateness(), new AbortController().signal);
    if (lines.has(socket)) socket.say(message);
  }

  function close(socket: FakeSocket, code: number): void {
    lines.delete(socket);
    socket.close(code);
  }

  function takeSockets(): void {
    for (const tab of browser.tabs) for (const socket of tab.sockets.opened) look(tab, socket);
  }

  function look(tab: Tab, socket: FakeSocket): void {
    if (socket.closedByWorker() || !tab.alive()) lines.delete(socket);
    else if (!known.has(socket)) take(socket);
  }

  const known = new Set<FakeSocket>();
  function take(socket: FakeSocket): void {
    known.add(socket);
    if (weather === 'down') {
      close(socket, 1006);
      return;
    }
    lines.set(socket, clock.now());
    node.greet(socket);
  }

  function beat(): void {
    for (const [socket, saidAt] of [...lines])
      if (clock.now() - saidAt >= BEAT_MS)
        say(socket, { type: 'beat', at: clock.now(), seq: node.seq() });
  }

  const world: World = {
    ...browser,
    node,
    uploadServer,
    accepted: new Set(),
    incidents: [],
    turn(next) {
      weather = next;
    },
    happen() {
      const change = node.append();
      log.push(change);
      for (const socket of [...lines.keys()]) say(socket, change);
    },
    openTab() {
      const tab = browser.openTab();
      void tab.worker.open('ada');
      tab.worker.subscribe('activity', {});
      return tab;
    },
    async pass(ms) {
      for (let left = ms; left > 0; left -= STEP_MS) {
        takeSockets();
        beat();
        await clock.advance(Math.min(left, STEP_MS));
      }
      takeSockets();
    },
    restart() {
      for (const socket of [...lines.keys()]) close(socket, 1012);
    },
    restore() {
      const last = chance.between(Math.max(0, node.seq() - 6), node.seq());
      node.restore(last);
      log.length = last;
      kept = Math.min(kept, last);
      world.restart();
      for (let i = chance.between(0, 8); i > 0; i -= 1) log.push(node.append());
    },
    forgetLog() {
      kept = node.seq();
    },
    cutConnections() {
      for (const socket of [...lines.keys()]) if (chance.isHit(0.7)) close(socket, 1006);
    },
  };
  return world;
}
