import WebSocket from 'ws';
import { LIVE_PATH } from '../contract/paths.ts';

/**
 * Many live sockets in a process of their own. It opens as many at an address as its parent says, for each cookie, and from then on
 * notes how old each marked row is when it arrives.
 */
interface Order {
  readonly open: {
    readonly url: string;
    readonly cookies: readonly string[];
    readonly each: number;
  };
}

const MARK = 'crowd ';
const AT_ONCE = 50;
let ages: number[] = [];

process.on('message', (order: Order | 'ages') => {
  if (order === 'ages') {
    process.send?.(ages);
    ages = [];
  } else void openAll(order.open).then((opened) => process.send?.({ opened }));
});
process.send?.('ready');

async function openAll({ url, cookies, each }: Order['open']): Promise<number> {
  const waiting = cookies.flatMap((cookie) => Array.from({ length: each }, () => cookie));
  let opened = 0;
  const openSome = async () => {
    for (let cookie = waiting.pop(); cookie !== undefined; cookie = waiting.pop())
      if (await open(url, cookie)) opened += 1;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, openSome));
  return opened;
}

/** @returns whether the server said hello */
function open(url: string, cookie: string): Promise<boolean> {
  return new Promise((resolve) => {
    const address = url.replace(/^http/, 'ws') + LIVE_PATH;
    const socket = new WebSocket(address, { headers: { cookie }, perMessageDeflate: false });
    socket.on('message', (data: Buffer) => {
      resolve(true);
      const at = data.indexOf(MARK);
      if (at < 0) return;
      const writtenAt = Number.parseFloat(
        data.toString('latin1', at + MARK.length, at + MARK.length + 20),
      );
      ages.push(performance.timeOrigin + performance.now() - writtenAt);
    });
    socket.on('close', () => resolve(false));
    socket.on('error', () => resolve(false));
  });
}
