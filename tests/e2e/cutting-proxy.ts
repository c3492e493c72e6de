import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A line to the server that a test can cut, by the byte or as a whole. */
export interface CuttingProxy {
  readonly url: string;
  /**
   * The next connections that upload are cut once each has carried so many bytes, so many times.
   *
   * @param later what those after the first one carry; as much unless said otherwise
   */
  cutAfter(bytes: number, times: number, later?: number): void;
  /** How many connections were cut so far. */
  cuts(): number;
  /** From now on nothing gets through, or everything again. */
  down(isDown: boolean): void;
  close(): Promise<void>;
}

/** An upload's connection is known by its first line. */
const UPLOADS = /^(?:PATCH \/api\/zip\/uploads\/|POST \/api\/zip\/upload )/;

export async function startCuttingProxy(port: number): Promise<CuttingProxy> {
  const open = new Set<Socket>();
  let isDown = false;
  let cutAt = Number.POSITIVE_INFINITY;
  let cutLaterAt = Number.POSITIVE_INFINITY;
  let cutsLeft = 0;
  let cuts = 0;

  const server = createServer((near) => {
    if (isDown) {
      near.destroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => open.delete(socket));
    }
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    far.pipe(near);
    let carried = Number.NEGATIVE_INFINITY;
    near.on('data', (piece: Buffer) => {
      if (UPLOADS.test(piece.subarray(0, 60).toString('latin1'))) carried = 0;
      carried += piece.length;
      if (carried >= cutAt && cutsLeft > 0) {
        cutAt = cutLaterAt;
        cutsLeft -= 1;
        cuts += 1;
        // What has been carried must arrive: the line breaks behind it.
        far.write(piece, () => {
          near.destroy();
          far.destroy();
        });
      } else if (!far.write(piece)) {
        near.pause();
        far.once('drain', () => near.resume());
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutAfter(bytes, times, later = bytes) {
      cutAt = bytes;
      cutLaterAt = later;
      cutsLeft = times;
    },
    cuts: () => cuts,
    down(next) {
      isDown = next;
      if (isDown) for (const socket of open) socket.destroy();
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
