import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import {
  type Candidate,
  createLatch,
  leadersOf,
  stand,
  successorOf,
} from '../../tests/server/leader/leader-rig.ts';
import {
  countOn,
  openInstance,
  testDatabase,
} from '../../tests/server/store/postgres/instances.ts';
import { NotLeaderError } from './fenced-journal.ts';

vi.setConfig({ testTimeout: 60_000 });

async function standTogether(count = 3): Promise<Candidate[]> {
  const url = await testDatabase();
  return Promise.all(Array.from({ length: count }, () => stand(url)));
}

async function standWithLeader(count = 3) {
  const all = await standTogether(count);
  await vi.waitFor(() => expect(leadersOf(all)).toHaveLength(1));
  const [leader] = leadersOf(all) as [Candidate];
  return { all, leader };
}

test('of several that start together one leads, for as long as it renews its lease', async () => {
  const { all, leader } = await standWithLeader();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(leadersOf(all)).toEqual([leader]);
  expect(all.flatMap(({ terms }) => terms)).toHaveLength(1);
});

test('leaves nothing in memory when it looks for a free lease, as it does every second for months', async () => {
  const { all } = await standWithLeader(2);
  const any = vi.spyOn(AbortSignal, 'any');
  onTestFinished(() => any.mockRestore());
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(leadersOf(all)).toHaveLength(1);
  expect(any).not.toHaveBeenCalled();
});

test('nobody waits for a lease of before the clock of the database was set back', async () => {
  const url = await testDatabase();
  const { db } = await openInstance(url);
  const expiresAt = Date.now() + 24 * 60 * 60_000;
  const gone = { name: 'leader', holder: 'gone', token: 7, expiresAt };
  await db.insertInto('leases').values(gone).execute();
  const next = await stand(url);
  expect(next.leadership.state()).toMatchObject({ isLeader: true, token: 8 });
});

test('who is closed ends its term, and then lets another lead at once', async () => {
  const { all, leader } = await standWithLeader();
  const [term] = leader.terms;
  const { token } = leader.leadership.state();
  const began = performance.now();
  await leader.leadership.handOver();
  expect(term?.open).toBe(false);
  const next = await successorOf(leader, all);
  // It hears of it: that is faster than to look.
  expect(performance.now() - began).toBeLessThan(1000);
  expect(next.leadership.state().token).toBe(token + 1);
  expect(leader.leadership.state().isLeader).toBe(false);
});

test('who was paused finds its commits refused, ends its term, and stands again', async () => {
  const { all, leader } = await standWithLeader(2);
  const [term] = leader.terms;
  leader.pause();
  const next = await successorOf(leader, all);
  // It has not noticed yet.
  expect(leader.leadership.state().isLeader).toBe(true);
  const late = countOn(term ?? leader);
  await expect(late).rejects.toThrow(NotLeaderError);
  leader.goOn();
  await vi.waitFor(() => expect(term?.open).toBe(false));
  expect(leadersOf(all)).toEqual([next]);
  expect(await next.db.selectFrom('counters').selectAll().execute()).toEqual([]);
  expect(await countOn(next.terms[0] ?? next)).toBe(1);

  await next.leadership.close();
  await vi.waitFor(() => expect(leader.terms).toHaveLength(2));
});

test('a commit that has begun before another takes the lease is stored before it', async () => {
  const { all, leader } = await standWithLeader(2);
  const finish = createLatch();
  const journal = leader.terms[0]?.journal ?? leader.journal;
  const begun = createLatch();
  const slow = journal.commit(async (tx) => {
    await tx.insertInto('counters').values({ name: 'slow', value: 1 }).execute();
    begun.open();
    await finish.opened;
  });
  await begun.opened;
  leader.pause();
  await new Promise((resolve) => setTimeout(resolve, 1200));
  const [other] = all.filter((one) => one !== leader) as [Candidate];
  expect(other.leadership.state().isLeader).toBe(false);
  finish.open();
  await slow;
  await successorOf(leader, all);
  expect(await other.db.selectFrom('counters').selectAll().execute()).toHaveLength(1);
});

test('who cannot renew in time stops by its own clock, even when its term hangs', async () => {
  const { all, leader } = await standWithLeader(2);
  leader.onClose = () => new Promise(() => undefined);
  const release = createLatch();
  const locked = createLatch();
  // The row is locked: renewals hang, and nobody else can take the lease.
  const locking = leader.db.transaction().execute(async (tx) => {
    await tx.updateTable('leases').set({ name: 'leader' }).execute();
    locked.open();
    await release.opened;
  });
  await locked.opened;
  await vi.waitFor(() => expect(leadersOf(all)).toEqual([]), { timeout: 3_000 });
  release.open();
  await locking;
  const next = await vi.waitFor(() => {
    const [found] = leadersOf(all);
    if (found === undefined) throw new Error('nobody leads');
    return found;
  });
  expect(next.leadership.state().token).toBe(2);
});

test('who cannot open its term lets another lead', async () => {
  const url = await testDatabase();
  const broken = await stand(url);
  broken.onOpen = () => Promise.reject(new Error('out of order'));
  await broken.leadership.handOver();
  const second = await stand(url);
  second.onOpen = broken.onOpen;
  expect(second.leadership.state().isLeader).toBe(true);
  const third = await stand(url);
  await second.leadership.close();
  await vi.waitFor(() => expect(third.terms).toHaveLength(1));
});

test('who cannot open its terms wakes nobody, so that instances do not hand the lease around', async () => {
  const url = await testDatabase();
  const first = await stand(url);
  const second = await stand(url);
  second.onOpen = () => Promise.reject(new Error('out of order'));
  const freed = vi.fn();
  second.pubsub.subscribe({ name: 'lease-free', schema: z.unknown() }, freed);
  await first.leadership.close();
  await vi.waitFor(() => expect(second.leadership.state().terms).toBeGreaterThan(3));
  expect(freed).toHaveBeenCalledTimes(1);
});

test('who cannot begin its term ends it and stands again', async () => {
  const { all, leader } = await standWithLeader(2);
  const second = all.find((one) => one !== leader) as Candidate;
  second.onStart = async () => {
    second.onStart = async () => undefined;
    throw new Error('out of order');
  };
  await leader.leadership.close();
  await vi.waitFor(() => expect(second.terms.map(({ open }) => open)).toEqual([false, true]));
});
