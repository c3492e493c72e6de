import { connect } from 'node:net';

/**
 * Sends bytes as they are on one connection and reads until the server closes it (or, with `answers`, until
 * that many answers have begun): what no HTTP client would send can be sent so.
 */
export function sendRaw(
  url: string,
  bytes: string | Buffer,
  options: { answers?: number } = {},
): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const begun = received.split('HTTP/1.1 ').length - 1;
      if (options.answers !== undefined && begun >= options.answers) socket.destroy();
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

/** @returns the status codes of the answers in the received bytes */
export function statusesIn(received: string): number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
}
