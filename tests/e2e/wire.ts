import { type AddressInfo, createServer, type Socket, connect as toServer } from 'node:net';

/** The cable between browser and server, in the test's hand. It counts what is asked through it. */
export interface Wire {
  readonly url: string;
  /** Paths with their queries that were asked for, in their order. */
  readonly asked: readonly string[];
  /** Live sockets that are open now. */
  liveSockets(): number;
  /**
   * carry: as a cable does. swallow: nothing arrives any more, and nothing ends. portal: whatever is asked
   * anew is answered with somebody's web page.
   */
  mode: 'carry' | 'swallow' | 'portal';
  /** The one path whose answers end half-way, never come, or come with `release`. */
  spoilt: { readonly path: string; readonly answer: 'half' | 'none' | 'late' } | undefined;
  /** How many late answers wait, each for a page that still wants it. */
  lateAnswers(): number;
  /** Lets them come. */
  release(): void;
  /** Ends every connection that there is. */
  cut(): void;
  close(): Promise<void>;
}

const PORTAL = '<!doctype html><title>Hotel network</title><p>Please accept our terms.';
const PORTAL_ANSWER = [
  'HTTP/1.1 200 OK',
  'content-type: text/html',
  `content-length: ${PORTAL.length}`,
  'connection: close',
  '',
  PORTAL,
].join('\r\n');

export async function startWire(port: number): Promise<Wire> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const live = new Set<Socket>();
  const spoilt = new Map<Socket, 'half' | 'none' | 'late'>();
  const late = new Map<Socket, Buffer[]>();

  function note(browser: Socket, chunk: Buffer): void {
    const path = /^(?:GET|POST|DELETE) (\S+) HTTP/.exec(chunk.toString('latin1', 0, 2000))?.[1];
    if (path === undefined) return;
    asked.push(path);
    if (path === '/ws') live.add(browser);
    if (wire.spoilt && path.split('?', 1)[0] === wire.spoilt.path)
      spoilt.set(browser, wire.spoilt.answer);
    else spoilt.delete(browser);
  }

  function answer(browser: Socket, chunk: Buffer): void {
    const how = wire.mode === 'carry' ? spoilt.get(browser) : 'none';
    if (how === undefined) browser.write(chunk);
    if (how === 'late') late.set(browser, [...(late.get(browser) ?? []), chunk]);
    if (how === 'half') browser.write(chunk.subarray(0, chunk.length / 2), () => browser.destroy());
  }

  const server = createServer((browser) => {
    const node = toServer(port, '127.0.0.1');
    sockets.add(browser);
    const end = () => {
      live.delete(browser);
      spoilt.delete(browser);
      late.delete(browser);
      sockets.delete(browser);
      browser.destroy();
      node.destroy();
    };
    for (const side of [browser, node]) side.on('error', end).on('close', end);
    browser.on('data', (chunk) => {
      note(browser, chunk);
      if (wire.mode === 'carry') node.write(chunk);
      if (wire.mode === 'portal') browser.end(PORTAL_ANSWER);
    });
    node.on('data', (chunk) => answer(browser, chunk));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const wire: Wire = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    liveSockets: () => live.size,
    mode: 'carry',
    spoilt: undefined,
    lateAnswers: () => late.size,
    release() {
      for (const [browser, chunks] of late) for (const chunk of chunks) browser.write(chunk);
      late.clear();
    },
    cut() {
      for (const socket of [...sockets]) socket.destroy();
    },
    close() {
      wire.cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return wire;
}
