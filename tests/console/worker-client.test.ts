import { describe, expect, it } from 'vitest';
import { createWorkerClient } from '../../src/console/create-worker-client.ts';
import { NOT_CONNECTED } from '../../src/shared/model.ts';
import { flushPromises } from '../doubles/clock.ts';
import { createFakeSpawn, type FakeWorker } from '../doubles/spawn.ts';
import { createHandTimers } from '../doubles/timers.ts';

function rigOf(answers: FakeWorker['answers'] = (name) => (name === 'open' ? 0 : undefined)) {
  const timers = createHandTimers();
  const fake = createFakeSpawn(answers);
  const client = createWorkerClient(fake.spawn, timers);
  const namesAsked = () => fake.last().asked.map(([name]) => name);
  return { timers, fake, client, namesAsked };
}

const OK = { ok: true, data: 1 } as const;

describe('the page’s client of its data worker', () => {
  it('starts no worker before it is asked something', () => {
    const { fake, timers } = rigOf();
    expect(fake.workers).toHaveLength(0);
    expect(timers.waiting()).toBe(0);
  });

  it('returns what the worker answers', async () => {
    const { client } = rigOf(() => OK);
    expect(await client.send('sync')).toEqual(OK);
  });

  it('fails a call in flight, as a value, when the worker dies', async () => {
    const { client, fake } = rigOf('hang');
    const outcome = client.send('sync');
    fake.last().die('out of memory');
    const text = 'The data worker was lost: out of memory';
    expect(await outcome).toEqual({ ok: false, status: 0, text, why: 'worker' });
    expect(fake.workers[0]?.ended()).toBe(true);
  });

  it('fails a call that a hung worker never answers, after its limit', async () => {
    const { client, timers } = rigOf((name) => (name === 'ping' ? undefined : HANG));
    const outcome = client.send('sync');
    await timers.advance(45_000);
    expect(await outcome).toMatchObject({ ok: false, status: 0, why: 'worker' });
  });

  it('sends page state, account and subscriptions to a new worker', async () => {
    const { client, fake, timers, namesAsked } = rigOf();
    client.setPageState({ visible: true, online: true });
    await client.open('ada');
    const unwatch = client.subscribe('stats');
    client.subscribe('activity');
    unwatch();
    fake.last().die('killed');
    await timers.advance(0);
    expect(fake.workers).toHaveLength(2);
    expect(namesAsked().sort()).toEqual(['open', 'setPageState', 'subscribe']);
    expect(fake.last().asked).toContainEqual(['open', 'ada']);
    expect(fake.last().asked).toContainEqual(['subscribe', 'activity', {}]);
    client.stop();
  });

  it('has no worker while it is suspended, and then one with the same account and subscriptions', async () => {
    const { client, fake, timers, namesAsked } = rigOf();
    client.resume();
    await client.open('ada');
    client.subscribe('stats');
    const outcome = client.send('sync');
    client.suspend();
    client.setPageState({ visible: false, online: true });
    expect(await outcome).toMatchObject({ ok: false, why: 'worker' });
    await timers.advance(60_000);
    expect(fake.workers.map((worker) => worker.ended())).toEqual([true]);
    client.resume();
    expect(fake.workers).toHaveLength(2);
    expect(namesAsked().sort()).toEqual(['open', 'setPageState', 'subscribe']);
    expect(client.crashes()).toEqual([]);
    client.stop();
  });

  it('opens nothing in a new worker after signing out', async () => {
    const { client, fake, timers, namesAsked } = rigOf();
    await client.open('ada');
    await client.close(true);
    fake.last().die('killed');
    await timers.advance(0);
    expect(namesAsked()).toEqual([]);
    client.stop();
  });

  it('replaces a worker that leaves two pings unanswered, and lists why', async () => {
    const { client, fake, timers } = rigOf();
    await client.open('ada');
    fake.last().answers = 'hang';
    await timers.advance(10_000);
    expect(fake.workers).toHaveLength(1);
    await timers.advance(5001);
    expect(fake.workers).toHaveLength(2);
    expect(client.crashes()).toMatchObject([{ reason: 'it hangs' }]);
    client.stop();
  });

  it('waits longer for a worker that has never answered: its script may still be loading', async () => {
    const { client, fake, timers } = rigOf('hang');
    client.open('ada').catch(() => undefined);
    await timers.advance(60_000);
    expect(fake.workers).toHaveLength(1);
    await timers.advance(5001);
    expect(fake.workers).toHaveLength(2);
    expect(client.crashes()).toMatchObject([{ reason: 'it hangs' }]);
    client.stop();
  });

  it('keeps a worker that answers late', async () => {
    const { client, fake, timers } = rigOf();
    await client.open('ada');
    let pings = 0;
    fake.last().answers = (name) => (name === 'ping' && pings++ % 2 === 0 ? HANG : 0);
    await timers.advance(600_000);
    expect(fake.workers).toHaveLength(1);
    client.stop();
  });

  it('does not ping a worker of a hidden page, and pings again when it is visible', async () => {
    const { client, fake, timers } = rigOf();
    await client.open('ada');
    client.setPageState({ visible: false, online: true });
    fake.last().answers = 'hang';
    await timers.advance(3_600_000);
    expect(fake.workers).toHaveLength(1);
    client.setPageState({ visible: true, online: true });
    await timers.advance(40_000);
    expect(fake.workers).toHaveLength(2);
    client.stop();
  });

  it('replaces at most three workers a minute, and fails calls meanwhile', async () => {
    const { client, fake, timers } = rigOf();
    await client.open('ada');
    for (let i = 0; i < 3; i += 1) {
      fake.last().die('broken');
      await timers.advance(0);
    }
    expect(fake.workers).toHaveLength(3);
    expect(await client.send('sync')).toMatchObject({ ok: false, why: 'worker' });
    await timers.advance(59_999);
    expect(fake.workers).toHaveLength(3);
    await timers.advance(1);
    expect(fake.workers).toHaveLength(4);
    expect(fake.last().asked).toContainEqual(['open', 'ada']);
    client.stop();
  });

  it('subscribes to a read once for many screens, and unsubscribes after the last', async () => {
    const { client, namesAsked } = rigOf();
    await client.open('ada');
    const [first, second] = [client.subscribe('stats'), client.subscribe('stats')];
    first();
    first();
    await flushPromises();
    expect(namesAsked()).toEqual(['open', 'open', 'subscribe']);
    second();
    await flushPromises();
    expect(namesAsked().slice(2)).toEqual(['subscribe', 'unsubscribe']);
    client.stop();
  });

  it('is open once the last-known data was pushed', async () => {
    const { client, fake } = rigOf((name) => (name === 'open' ? 3 : undefined));
    let isOpen = false;
    const open = client.open('ada').then(() => {
      isOpen = true;
    });
    await flushPromises();
    fake.last().push({ number: 2 });
    await flushPromises();
    expect(isOpen).toBe(false);
    fake.last().push({ number: 3 });
    await open;
    client.stop();
  });

  it('keeps pushes back while they are held, and then hands them on in order', async () => {
    const { client, fake } = rigOf();
    await client.open('ada');
    const numbers: number[] = [];
    client.onPush(({ number }) => numbers.push(number));
    const { over, release } = holdingPromise();
    client.holdPushes(over);
    const status = { connection: NOT_CONNECTED, skewMs: 999, storage: 'disk' } as const;
    fake.last().push({ number: 1, status });
    fake.last().push({ number: 2 });
    await flushPromises();
    expect([client.status.get().skewMs, numbers]).toEqual([0, []]);
    release();
    await flushPromises();
    fake.last().push({ number: 3 });
    expect([client.status.get().skewMs, numbers]).toEqual([999, [1, 2, 3]]);
    client.stop();
  });

  it('drops what was held of a worker that it has replaced', async () => {
    const { client, fake, timers } = rigOf();
    await client.open('ada');
    const numbers: number[] = [];
    client.onPush(({ number }) => numbers.push(number));
    const { over, release } = holdingPromise();
    client.holdPushes(over);
    fake.last().push({ number: 7 });
    fake.last().die('killed');
    await timers.advance(0);
    fake.last().push({ number: 1 });
    release();
    await flushPromises();
    expect(numbers).toEqual([1]);
    client.stop();
  });

  it('ignores a worker that it has replaced', async () => {
    const { client, fake, timers } = rigOf();
    await client.open('ada');
    fake.last().die('killed');
    await timers.advance(0);
    const status = { connection: NOT_CONNECTED, skewMs: 999, storage: 'disk' } as const;
    fake.workers[0]?.push({ number: 1, status });
    fake.workers[0]?.die('again');
    expect(client.status.get().skewMs).toBe(0);
    expect(fake.workers).toHaveLength(2);
    client.stop();
  });

  it('leaves no timer and no worker behind when it is stopped', async () => {
    const { client, fake, timers } = rigOf('hang');
    const outcome = client.send('sync');
    client.stop();
    expect(await outcome).toMatchObject({ ok: false, why: 'worker' });
    expect(fake.last().ended()).toBe(true);
    expect(timers.waiting()).toBe(0);
    expect(await client.send('sync')).toMatchObject({ ok: false, why: 'worker' });
    expect(fake.workers).toHaveLength(1);
  });
});

const HANG = new Promise(() => undefined);

function holdingPromise() {
  const released: (() => void)[] = [];
  const over = new Promise<void>((resolve) => released.push(resolve));
  return { over, release: () => released[0]?.() };
}
