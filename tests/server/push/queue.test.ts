import { beforeEach, expect, test } from 'vitest';
import type { PushMessage } from '../../../contract/shapes/push.ts';
import { createPushQueue, type Job, WAITING_MAX } from '../../../server/push/queue.ts';
import { SUBSCRIBERS_MAX } from '../../../server/push/subscribing.ts';
import { createManualClock } from '../manual-clock.ts';

let clock = createManualClock();
let warned: unknown[] = [];
let sending: { job: Job; end: (againMs: number | null) => void }[] = [];
beforeEach(() => {
  clock = createManualClock();
  sending = [];
  warned = [];
});

const queue = () =>
  createPushQueue({
    clock,
    log: { warn: (_fields: unknown, text?: unknown) => void warned.push(text) },
    send: (job) => new Promise((end) => sending.push({ job, end })),
  });

const message = (title: string, tag = title): PushMessage => ({
  kind: 'down',
  title,
  text: '',
  tag,
  url: '/',
  at: 0,
});

const titles = () => sending.map(({ job }) => job.message.title);
const end = async (place: number, againMs: number | null) => {
  sending[place]?.end(againMs);
  await new Promise(setImmediate);
};

test('four messages are sent at a time, the others follow in order', async () => {
  const { add, counters } = queue();
  for (const title of 'abcdef') add('one', message(title));
  expect(titles()).toEqual(['a', 'b', 'c', 'd']);
  expect(counters().waiting).toBe(2);
  await end(2, null);
  expect(titles()).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('a retry waits for its time and no longer', async () => {
  const { add } = queue();
  add('one', message('a'));
  await end(0, 30_000);
  clock.advance(29_999);
  await new Promise(setImmediate);
  expect(sending.length).toBe(1);
  clock.advance(1);
  await new Promise(setImmediate);
  expect(sending[1]?.job).toMatchObject({ attempts: 1, endpoint: 'one' });
});

test('a newer message replaces a waiting one with the same tag and device', async () => {
  const { add, counters } = queue();
  add('one', message('down', 'archive'));
  await end(0, 30_000);
  add('one', message('back', 'archive'));
  add('other', message('down', 'archive'));
  expect(titles()).toEqual(['down', 'back', 'down']);
  expect(counters().waiting).toBe(0);
});

test('a failed message is not retried if a newer one with its tag waits', async () => {
  const { add, counters } = queue();
  add('one', message('down', 'archive'));
  add('one', message('back', 'archive'));
  expect(titles()).toEqual(['down']);
  await end(0, 30_000);
  expect(titles()).toEqual(['down', 'back']);
  await end(1, null);
  clock.advance(30_000);
  await new Promise(setImmediate);
  expect(titles()).toEqual(['down', 'back']);
  expect(counters().waiting).toBe(0);
});

test('the queue has room for four alerts to all devices at once', () => {
  const { add, counters } = queue();
  for (let device = 0; device < SUBSCRIBERS_MAX; device++)
    for (const title of 'abcd') add(`${device}`, message(title));
  expect(counters().dropped).toBe(0);
  expect(warned).toEqual([]);
});

test('beyond its limit the oldest message is dropped and counted, and logged once', () => {
  const { add, counters } = queue();
  for (let i = 0; i < WAITING_MAX + 10; i++) add('one', message(`${i}`));
  expect(counters()).toEqual({ waiting: WAITING_MAX, dropped: 6 });
  expect(warned).toHaveLength(1);
});

test('after closing it accepts nothing and nothing waits', async () => {
  const { add, close, counters } = queue();
  for (const title of 'abcdef') add('one', message(title));
  const closed = close();
  add('one', message('g'));
  for (let i = 0; i < 4; i++) await end(i, 30_000);
  await closed;
  expect(titles()).toEqual(['a', 'b', 'c', 'd']);
  expect(counters().waiting).toBe(0);
});
