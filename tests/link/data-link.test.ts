import { describe, expect, it } from 'vitest';
import { createDataLink, type DataLink } from '../../src/link/data-link.ts';
import { settle } from '../doubles/clock.ts';
import { createFakeSpawn, type FakeWorker } from '../doubles/spawn.ts';
import { createHandTimers } from '../doubles/timers.ts';

function rigOf(answers: FakeWorker['answers'] = (name) => (name === 'open' ? 0 : undefined)) {
  const timers = createHandTimers();
  const fake = createFakeSpawn(answers);
  const link = createDataLink(fake.spawn, timers);
  const namesAsked = () => fake.last().asked.map(([name]) => name);
  return { timers, fake, link, namesAsked };
}

const OK = { ok: true, data: 1 } as const;

describe('the page’s link to its data worker', () => {
  it('starts no worker before it is asked something', () => {
    const { fake, timers } = rigOf();
    expect(fake.workers).toHaveLength(0);
    expect(timers.waiting()).toBe(0);
  });

  it('hands on what the worker answers', async () => {
    const { link } = rigOf(() => OK);
    expect(await link.send('sync')).toEqual(OK);
  });

  it('fails a call in flight, as a value, when the worker dies', async () => {
    const { link, fake } = rigOf('hang');
    const outcome = link.send('sync');
    fake.last().die('out of memory');
    const text = 'The data worker was lost: out of memory';
    expect(await outcome).toEqual({ ok: false, status: 0, text, why: 'worker' });
    expect(fake.workers[0]?.ended()).toBe(true);
  });

  it('fails a call that a hung worker never answers, after its limit', async () => {
    const { link, timers } = rigOf((name) => (name === 'ping' ? undefined : HANG));
    const outcome = link.send('sync');
    await timers.advance(45_000);
    expect(await outcome).toMatchObject({ ok: false, status: 0, why: 'worker' });
  });

  it('tells a new worker everything that is asked for: facts, account, watched reads', async () => {
    const { link, fake, timers, namesAsked } = rigOf();
    link.tell({ visible: true, online: true });
    await link.open('ada');
    const unwatch = link.watch('stats');
    link.watch('activity');
    unwatch();
    fake.last().die('killed');
    await timers.advance(0);
    expect(fake.workers).toHaveLength(2);
    expect(namesAsked().sort()).toEqual(['open', 'tell', 'watch']);
    expect(fake.last().asked).toContainEqual(['open', 'ada']);
    expect(fake.last().asked).toContainEqual(['watch', 'activity', {}]);
    link.stop();
  });

  it('opens nothing in a new worker after signing out', async () => {
    const { link, fake, timers, namesAsked } = rigOf();
    await link.open('ada');
    await link.close(true);
    fake.last().die('killed');
    await timers.advance(0);
    expect(namesAsked()).toEqual([]);
    link.stop();
  });

  it('replaces a worker that leaves two pings unanswered, and lists why', async () => {
    const { link, fake, timers } = rigOf();
    await link.open('ada');
    fake.last().answers = 'hang';
    await timers.advance(10_000);
    expect(fake.workers).toHaveLength(1);
    await timers.advance(5001);
    expect(fake.workers).toHaveLength(2);
    expect(link.incidents()).toMatchObject([{ reason: 'it hangs' }]);
    link.stop();
  });

  it('waits longer for one that has never answered: its script may still be on a slow line', async () => {
    const { link, fake, timers } = rigOf('hang');
    link.open('ada').catch(() => undefined);
    await timers.advance(60_000);
    expect(fake.workers).toHaveLength(1);
    await timers.advance(5001);
    expect(fake.workers).toHaveLength(2);
    expect(link.incidents()).toMatchObject([{ reason: 'it hangs' }]);
    link.stop();
  });

  it('does not take a worker for dead that answers late but does', async () => {
    const { link, fake, timers } = rigOf();
    await link.open('ada');
    let pings = 0;
    fake.last().answers = (name) => (name === 'ping' && pings++ % 2 === 0 ? HANG : 0);
    await timers.advance(600_000);
    expect(fake.workers).toHaveLength(1);
    link.stop();
  });

  it('asks nothing of a worker that may be frozen, and asks again when looked at', async () => {
    const { link, fake, timers } = rigOf();
    await link.open('ada');
    link.tell({ visible: false, online: true });
    fake.last().answers = 'hang';
    await timers.advance(3_600_000);
    expect(fake.workers).toHaveLength(1);
    link.tell({ visible: true, online: true });
    await timers.advance(40_000);
    expect(fake.workers).toHaveLength(2);
    link.stop();
  });

  it('replaces at most three workers a minute, fails calls meanwhile, and then goes on', async () => {
    const { link, fake, timers } = rigOf();
    await link.open('ada');
    for (let i = 0; i < 3; i += 1) {
      fake.last().die('broken');
      await timers.advance(0);
    }
    expect(fake.workers).toHaveLength(3);
    expect(await link.send('sync')).toMatchObject({ ok: false, why: 'worker' });
    await timers.advance(59_999);
    expect(fake.workers).toHaveLength(3);
    await timers.advance(1);
    expect(fake.workers).toHaveLength(4);
    expect(fake.last().asked).toContainEqual(['open', 'ada']);
    link.stop();
  });

  it('starts one that waits for its turn at once when what they died of may be mended, and then counts anew', async () => {
    const { link, fake, timers } = rigOf();
    const dieThrice = async () => {
      for (let i = 0; i < 3; i += 1) {
        fake.last().die('damaged');
        await timers.advance(0);
      }
    };
    await link.open('ada');
    await dieThrice();
    await timers.advance(1);
    link.revive();
    expect(fake.workers).toHaveLength(4);
    expect(fake.last().asked).toContainEqual(['open', 'ada']);
    await timers.advance(1);
    await dieThrice();
    expect(fake.workers).toHaveLength(6);
    await timers.advance(60_000);
    expect(fake.workers).toHaveLength(7);
    link.stop();
  });

  it.each([
    ['was never needed', () => undefined],
    ['runs', (link: DataLink) => link.open('ada')],
    ['was stopped', (link: DataLink) => link.stop()],
  ])('starts none where one %s', async (_what, before) => {
    const { link, fake } = rigOf();
    await before(link);
    const had = fake.workers.length;
    link.revive();
    expect(fake.workers).toHaveLength(had);
    link.stop();
  });

  it('watches a read once for many who look, and lets go after the last', async () => {
    const { link, namesAsked } = rigOf();
    await link.open('ada');
    const [first, second] = [link.watch('stats'), link.watch('stats')];
    first();
    first();
    await settle();
    expect(namesAsked()).toEqual(['open', 'open', 'watch']);
    second();
    await settle();
    expect(namesAsked().slice(2)).toEqual(['watch', 'unwatch']);
    link.stop();
  });

  it('has the last-known data in its mirror when it is open', async () => {
    const { link, fake } = rigOf((name) => (name === 'open' ? 3 : undefined));
    let isOpen = false;
    const open = link.open('ada').then(() => {
      isOpen = true;
    });
    await settle();
    fake.last().push({ number: 2 });
    await settle();
    expect(isOpen).toBe(false);
    fake.last().push({ number: 3 });
    await open;
    link.stop();
  });

  it('does not hear a worker that it has replaced', async () => {
    const { link, fake, timers } = rigOf();
    await link.open('ada');
    fake.last().die('killed');
    await timers.advance(0);
    fake.workers[0]?.push({ number: 1, skewMs: 999 });
    fake.workers[0]?.die('again');
    expect(link.mirror.skewMs()).toBe(0);
    expect(fake.workers).toHaveLength(2);
    link.stop();
  });

  it('leaves no timer and no worker behind when it is stopped', async () => {
    const { link, fake, timers } = rigOf('hang');
    const outcome = link.send('sync');
    link.stop();
    expect(await outcome).toMatchObject({ ok: false, why: 'worker' });
    expect(fake.last().ended()).toBe(true);
    expect(timers.waiting()).toBe(0);
    expect(await link.send('sync')).toMatchObject({ ok: false, why: 'worker' });
    expect(fake.workers).toHaveLength(1);
  });
});

const HANG = new Promise(() => undefined);
