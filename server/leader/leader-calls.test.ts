import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createManualClock } from '../../tests/server/manual-clock.ts';
import { currentActor, withActor } from '../base/actor.ts';
import { BusyError } from '../base/http-error.ts';
import { createLoops } from '../base/loop.ts';
import { createLocalPubSub } from '../database/pubsub.ts';
import { createLeaderCalls } from '../mesh/leader-calls.ts';
import type { MeshCommands } from '../mesh/mesh-commands.ts';
import { NotLeaderError } from './fenced-journal.ts';

const ADA = { accountId: 'a1', name: 'ada', kind: 'token', token: 'ci', address: '::1' } as const;
const PROOF = { peer: 'forge', deadlineSec: 30, origin: 'https://console.example' };

const pubsub = createLocalPubSub();
const clock = createManualClock();
const loops = createLoops(clock);
const log = { error: vi.fn() };
const other = createLeaderCalls({ pubsub, clock, loops, log });
const leader = createLeaderCalls({ pubsub, clock, loops, log });

const does = (commands: Partial<MeshCommands>) => leader.serve(commands as MeshCommands);

/** Lets time pass until a call has ended. */
async function passing<T>(call: Promise<T>): Promise<T> {
  let ended = false;
  const done = () => {
    ended = true;
  };
  call.then(done, done);
  while (!ended) {
    await new Promise(setImmediate);
    clock.advance(500);
  }
  return call;
}

beforeEach(() => log.error.mockClear());

describe('a call to the leader', () => {
  test('carries arguments, answers, and on whose behalf it is', async () => {
    const actors: unknown[] = [];
    const stop = does({
      async startProof(request) {
        actors.push(request, currentActor());
        return 'challenge';
      },
      acknowledgeKey: async (platform, username) => platform === 'forge' && username === 'ada',
    });
    expect(await withActor(ADA, () => other.commands.startProof(PROOF))).toBe('challenge');
    expect(actors).toEqual([PROOF, ADA]);
    expect(await other.commands.acknowledgeKey('forge', 'ada')).toBe(true);
    stop();
  });

  test('fails as the leader does when it is busy', async () => {
    const stop = does({
      sync: () => Promise.reject(new BusyError('A sync is under way.', 429, 7)),
    });
    await expect(other.commands.sync()).rejects.toMatchObject({
      ...{ message: 'A sync is under way.', status: 429, retryAfterSec: 7 },
    });
    stop();
  });

  test('is an error, and logged by the leader, when that fails', async () => {
    const stop = does({ ping: () => Promise.reject(new Error('secret reason')) });
    await expect(other.commands.ping()).rejects.not.toThrow(/secret/);
    expect(log.error).toHaveBeenCalledOnce();
    stop();
  });

  test('fails with a sentence after ten seconds in which nobody leads', async () => {
    const began = clock.elapsed();
    await expect(passing(other.commands.sync())).rejects.toThrow(NotLeaderError);
    expect(clock.elapsed() - began).toBeGreaterThanOrEqual(10_000);
    expect(clock.elapsed() - began).toBeLessThan(13_000);
  });

  test('that takes longer is waited for, and done once', async () => {
    const ping = vi.fn(async () => {
      await clock.sleep(30_000, new AbortController().signal);
      return { sent: 6, replied: 5 };
    });
    const stop = does({ ping });
    expect(await passing(other.commands.ping())).toEqual({ sent: 6, replied: 5 });
    expect(ping).toHaveBeenCalledOnce();
    stop();
  });

  test('reaches the next leader when the first one stops to lead', async () => {
    const stop = does({ reconnect: () => Promise.reject(new NotLeaderError()) });
    const calling = other.commands.reconnect();
    stop();
    const stopNext = does({ reconnect: async () => ({ asked: 6, reached: 6 }) });
    expect(await passing(calling)).toEqual({ asked: 6, reached: 6 });
    stopNext();
  });
});
