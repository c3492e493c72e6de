import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that the system gives out by itself, so that no other process is given it in between.
 *
 * @returns {Promise<number>} a port of 127.0.0.1 that nobody listens on just now
 */
export async function freePort() {
  const port = randomInt(20_000, 32_000);
  const server = createServer();
  const isFree = await new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  await new Promise((resolve) => server.close(resolve));
  return isFree ? port : freePort();
}
