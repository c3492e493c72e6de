import type { LiveSocket } from './members.ts';

/** So much is said before it goes out, so that what the reader has not taken yet stays known. */
const GATHERED_MAX = 64;

/**
 * What is said in one go leaves in one go: a hundred changes of one commit are a hundred frames for `ws`, and
 * would be as many calls of the system and as many wakings of the reader.
 *
 * @param wire what the socket writes to
 */
export function gathered(socket: LiveSocket, wire: { cork(): void; uncork(): void }): LiveSocket {
  let waiting = 0;

  function release(): void {
    if (waiting === 0) return;
    waiting = 0;
    wire.uncork();
  }

  function gather(): void {
    if (waiting >= GATHERED_MAX) release();
    if (waiting === 0) {
      wire.cork();
      process.nextTick(release);
    }
    waiting += 1;
  }

  return {
    send(data, options) {
      gather();
      socket.send(data, options);
    },
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
    ping: () => socket.ping(),
    on: (event, listener) => socket.on(event, listener),
    get bufferedAmount() {
      return socket.bufferedAmount;
    },
  };
}
