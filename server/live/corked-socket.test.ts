import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { corkedSocket } from './members.ts';

/** A socket and what it writes to, which remember what happened to them. */
function createWire() {
  const events: string[] = [];
  const socket = {
    bufferedAmount: 7,
    send: (data: string | Buffer) => void events.push(String(data)),
    ping: () => void events.push('ping'),
    close: (code: number) => void events.push(`close ${code}`),
    terminate: () => void events.push('terminate'),
    on: (event: string) => events.push(`on ${event}`),
  };
  const wire = { cork: () => void events.push('['), uncork: () => void events.push(']') };
  const live = corkedSocket(socket, wire);
  return { live, events, say: (text: string) => live.send(text, { binary: false }) };
}

test('messages of one tick leave together, later ones separately', async () => {
  const { events, say } = createWire();
  say('a');
  say('b');
  await setImmediate();
  say('c');
  await setImmediate();
  expect(events.join('')).toBe('[ab][c]');
});

test('many messages of one tick leave in several writes', async () => {
  const { events, say } = createWire();
  for (let i = 0; i < 150; i += 1) say('.');
  await setImmediate();
  const part = (length: number) => `[${'.'.repeat(length)}]`;
  expect(events.join('')).toBe(part(64) + part(64) + part(22));
});

test('everything else passes through to the socket', () => {
  const { live, events } = createWire();
  live.on('pong', () => undefined);
  live.ping();
  live.close(1012, 'restarting');
  live.terminate();
  expect(events).toEqual(['on pong', 'ping', 'close 1012', 'terminate']);
  expect(live.bufferedAmount).toBe(7);
});
