import { beforeEach, expect, test } from 'vitest';
import type { PushMessage } from '../../../contract/shapes/push.ts';
import { createPushQueue, type Job, WAITING_MAX } from '../../../server/push/queue.ts';
import { SUBSCRIBERS_MAX } from '../../../server/push/subscribing.ts';
import { createHandClock } from '../mesh/hand-clock.ts';

let clock = createHandClock();
let warned: unknown[] = [];
let sending: { job: Job; end: (againMs: number | null) => void }[] = [];
beforeEach(() => {
  clock = createHandClock();
  sending = [];
  warned = [];
});

const queue = () =>
  createPushQueue({
    clock,
    log: { warn: (_facts: unknown, text?: unknown) => void warned.push(text) },
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

test('four messages are on their way at once, the others follow in their order', async () => {
  const { add, facts } = queue();
  for (const title of 'abcdef') add('one', message(title));
  expect(titles()).toEqual(['a', 'b', 'c', 'd']);
  expect(facts().waiting).toBe(2);
  await end(2, null);
  expect(titles()).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('what is to be tried again waits its time, and no longer', async () => {
  const { add } = queue();
  add('one', message('a'));
  await end(0, 30_000);
  clock.advance(29_999);
  await new Promise(setImmediate);
  expect(sending.length).toBe(1);
  clock.advance(1);
  await new Promise(setImmediate);
  expect(sending[1]?.job).toMatchObject({ tries: 1, endpoint: 'one' });
});

test('news of the same thing for the same device takes the place of what waits', async () => {
  const { add, facts } = queue();
  add('one', message('down', 'archive'));
  await end(0, 30_000);
  add('one', message('back', 'archive'));
  add('other', message('down', 'archive'));
  expect(titles()).toEqual(['down', 'back', 'down']);
  expect(facts().waiting).toBe(0);
});

test('what could not be sent is not tried again when there is newer news of the same thing', async () => {
  const { add, facts } = queue();
  add('one', message('down', 'archive'));
  add('one', message('back', 'archive'));
  expect(titles()).toEqual(['down']);
  await end(0, 30_000);
  expect(titles()).toEqual(['down', 'back']);
  await end(1, null);
  clock.advance(30_000);
  await new Promise(setImmediate);
  expect(titles()).toEqual(['down', 'back']);
  expect(facts().waiting).toBe(0);
});

test('four things that all devices are told of at once have room', () => {
  const { add, facts } = queue();
  for (let device = 0; device < SUBSCRIBERS_MAX; device++)
    for (const title of 'abcd') add(`${device}`, message(title));
  expect(facts().dropped).toBe(0);
  expect(warned).toEqual([]);
});

test('it never holds more than it may: the oldest goes, is counted, and that is said once', () => {
  const { add, facts } = queue();
  for (let i = 0; i < WAITING_MAX + 10; i++) add('one', message(`${i}`));
  expect(facts()).toEqual({ waiting: WAITING_MAX, dropped: 6 });
  expect(warned).toHaveLength(1);
});

test('after its end nothing is taken, and nothing waits', async () => {
  const { add, close, facts } = queue();
  for (const title of 'abcdef') add('one', message(title));
  const closed = close();
  add('one', message('g'));
  for (let i = 0; i < 4; i++) await end(i, 30_000);
  await closed;
  expect(titles()).toEqual(['a', 'b', 'c', 'd']);
  expect(facts().waiting).toBe(0);
});
