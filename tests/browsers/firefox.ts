import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFirefox } from '../../scripts/browsers.mjs';
import { freePort } from '../../scripts/free-port.mjs';
import { COMMANDS, Driver, startGroup, type Transport } from './driver.ts';

/** Firefox over Marionette, the socket behind its WebDriver: each message is its length, a colon and JSON. */

type Answer = readonly [
  type: number,
  id: number,
  error: { message: string } | null,
  value: unknown,
];

export async function openFirefox(): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), 'meridian-firefox-'));
  const port = await freePort();
  const preferences = { 'marionette.port': port, 'ui.prefersReducedMotion': 1 };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref("${name}", ${value});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const flags = ['--marionette', '--headless', '--no-remote', '--profile', profile];
  const firefox = startGroup(findFirefox() ?? '', flags);
  const socket = await connected(port, firefox.isRunning);
  const transport = marionette(socket, async () => {
    socket.destroy();
    await firefox.end();
    rmSync(profile, { recursive: true, force: true });
  });
  return new Driver(transport);
}

async function connected(port: number, isRunning: () => boolean): Promise<Socket> {
  while (isRunning()) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    if (isOpen) return socket;
    await delay(50);
  }
  throw new Error('Firefox ended instead of answering');
}

function marionette(socket: Socket, close: () => Promise<void>): Transport {
  const waiting = new Map<number, (answer: Answer) => void>();
  let received = Buffer.alloc(0);
  let last = 0;
  socket.on('data', (piece: Buffer) => {
    received = Buffer.concat([received, piece]);
    for (;;) {
      const colon = received.indexOf(':');
      const end = colon + 1 + Number(received.subarray(0, Math.max(0, colon)).toString());
      if (colon === -1 || received.length < end) return;
      const message = JSON.parse(received.subarray(colon + 1, end).toString());
      received = received.subarray(end);
      // The first one greets.
      if (Array.isArray(message)) waiting.get(message[1])?.(message as unknown as Answer);
    }
  });

  async function call(name: string, parameters: unknown): Promise<unknown> {
    last += 1;
    const id = last;
    const text = JSON.stringify([0, id, `WebDriver:${name}`, parameters]);
    const answer = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, value] = await answer;
    waiting.delete(id);
    if (error) throw new Error(`${name}: ${error.message}`);
    return value;
  }

  const opened = call('NewSession', { capabilities: { alwaysMatch: {} } });
  return {
    async send(command, parameters = {}) {
      await opened;
      const value = await call(COMMANDS[command][2], parameters);
      const isWrapped = typeof value === 'object' && value !== null && 'value' in value;
      return isWrapped ? value.value : value;
    },
    close,
  };
}
