import type { IncomingMessage } from 'node:http';

/** How much of a refused body is still read, and for how long. */
const READ_ON = { bytes: 16 * 1024 * 1024, ms: 10_000 };

/**
 * Reads on for a while what a refused sender is still sending, and then cuts it off. Closing at once
 * would reset the connection before the sender has read why it was refused; reading to the end would let
 * it send for hours.
 */
export function drainOrCut(request: IncomingMessage): void {
  if (request.destroyed || request.readableEnded) return;
  let left = READ_ON.bytes;
  const cut = () => request.socket.destroy();
  const timer = setTimeout(cut, READ_ON.ms);
  request.on('data', (piece: Buffer) => {
    left -= piece.length;
    if (left < 0) cut();
  });
  request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
  request.resume();
}
