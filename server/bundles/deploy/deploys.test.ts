import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BundleTarget } from '../../../contract/shapes/bundle.ts';
import { openTestDatabase } from '../../../tests/server/engine.ts';
import { temporaryDir } from '../../../tests/server/temporary-dir.ts';
import type { Clock } from '../../base/clock.ts';
import { createLoops } from '../../base/loop.ts';
import type { Database } from '../../database/database.ts';
import { type Journal, openJournal, soleTermJournal } from '../../database/journal.ts';
import type { Caller } from '../../mesh/transport/caller.ts';
import { findBundle, insertBundle, storeInspection } from '../rows/bundles.ts';
import type { BundleStore } from '../store/bundle-store.ts';
import { openFileStore } from '../store/file-store.ts';
import { createDeployRecords } from './deploy-records.ts';
import type { TargetEvent } from './deploy-target.ts';
import { createTransfers } from './transfers.ts';

const SIZE = 100;
const RETRY_MS = 600_000;
const NOW = 1000;

let db: Database;
let journal: Journal;
let files: BundleStore;
beforeEach(async () => {
  const dataDir = await temporaryDir();
  db = await openTestDatabase(dataDir);
  journal = await openJournal(db, () => NOW);
  files = await openFileStore({ kind: 'file', directory: join(dataDir, 'bundles') }, dataDir);
});
afterEach(() => db.destroy());

/** Time passes only while somebody sleeps. */
function sleepingClock(): Clock {
  let elapsed = 0;
  return {
    now: () => NOW,
    elapsed: () => elapsed,
    async sleep(ms, signal) {
      await new Promise(setImmediate);
      elapsed += ms;
      return !signal.aborted;
    },
  };
}

/** @returns a journal that refuses this many of the leader's commits */
function refusing(count: number): Journal {
  let left = count;
  return {
    ...journal,
    commit: (work) => {
      left -= 1;
      return left < 0 ? journal.commit(work) : Promise.reject(new Error('disk I/O error'));
    },
  };
}

/** Deploys a bundle to Harbor. @param answers of Harbor, by the time and the call */
async function deployTo(
  answers: (elapsed: number, call: string) => unknown,
  leaderJournal: Journal = journal,
  /** What an earlier process has recorded, which was ended since. */
  earlier?: TargetEvent,
) {
  const id = randomUUID();
  const clock = sleepingClock();
  await journal.commit(async (tx) => {
    await insertBundle(tx, {
      ...{ id, name: 'a.zip', size: SIZE, sha256: 'a'.repeat(64), priority: 'standard', at: 1 },
      ...{ uploadedBy: 'ada', targetPlatforms: ['Harbor'], targetIds: ['harbor'] },
    });
    const found = { status: 'validated', problems: [], files: [], fileCount: 1, at: 2 } as const;
    await storeInspection(tx, id, found);
  });
  await writeFile(join(files.scratch.incoming, `${id}.zip`), Buffer.alloc(SIZE));
  await files.publish(id);
  const statuses: string[] = [];
  let away: { elapsed: number; retryUntil: string | null | undefined } | undefined;
  journal.subscribe(({ key, data }) => {
    const [one] = (data as { targets?: BundleTarget[] }).targets ?? [];
    if (key.at(-1) !== id || !one || one.status === statuses.at(-1)) return;
    statuses.push(one.status);
    if (one.status === 'retrying')
      away ??= { elapsed: clock.elapsed(), retryUntil: one.retryUntil };
  });
  const platforms = [{ id: 'harbor', name: 'Harbor', domain: 'harbor.mesh.example' }];
  const notify = vi.fn();
  const records = createDeployRecords({ journal, platforms, now: clock.now, notify });
  if (earlier) {
    await records.start(id, 'ada');
    await records.record(id, 'harbor', earlier);
  }
  const transfers = createTransfers({
    ...{
      db,
      clock,
      loops: createLoops(clock),
      files,
      platforms,
      notify,
      config: { deployRetryMs: RETRY_MS },
    },
    journal: soleTermJournal(leaderJournal),
    caller: { call: async (_platform, name) => answers(clock.elapsed(), name) } as Caller,
    log: { info: vi.fn(), error: vi.fn() },
  });
  await (earlier ? transfers.resume() : records.start(id, 'ada'));
  const target = async () => (await findBundle(db, id))?.targets[0];
  await vi.waitFor(async () => expect((await target())?.status).toMatch(/taken|failed/), 20_000);
  await transfers.close();
  return { statuses, away, elapsed: clock.elapsed(), target: await target() };
}

const answer = (state: string, offset = 0) => ({
  ok: true,
  value: { answer: { state, offset, message: null }, latencyMs: 1 },
});
const away = { ok: false, reason: 'unreachable' };

describe('a receiver that is away', () => {
  test('is tried again until it is back', async () => {
    const { statuses, elapsed } = await deployTo((now, call) => {
      if (now < 180_000) return away;
      return call === 'offer' ? answer('wanted') : answer('taken');
    });
    expect(statuses).toEqual(['queued', 'retrying', 'sending', 'taken']);
    expect(elapsed).toBeLessThan(220_000);
  });

  test('is shown after the first call without an answer, with the end of its time', async () => {
    const { away: shown } = await deployTo(() => away);
    expect(shown).toEqual({ elapsed: 0, retryUntil: new Date(NOW + RETRY_MS).toISOString() });
  });

  test('fails at the end of its time, with the reason', async () => {
    const { statuses, elapsed, target } = await deployTo(() => away);
    expect(statuses).toEqual(['queued', 'retrying', 'failed']);
    expect(target).toMatchObject({ message: 'failed: cannot be reached', retryUntil: null });
    expect(elapsed).toBeGreaterThanOrEqual(RETRY_MS);
    expect(elapsed).toBeLessThan(RETRY_MS + 5000);
  });

  test('fails at the end of its time also when the process was started again meanwhile', async () => {
    const until = new Date(NOW + 20_000).toISOString();
    const earlier = { type: 'away', message: 'failed: cannot be reached', until } as const;
    const { elapsed, target } = await deployTo(() => away, journal, earlier);
    expect(target).toMatchObject({ status: 'failed', message: 'failed: cannot be reached' });
    expect(elapsed).toBeGreaterThanOrEqual(20_000);
    expect(elapsed).toBeLessThan(25_000);
  });

  test('fails after the retry time also when it answers now and then without taking anything', async () => {
    const { elapsed } = await deployTo((_now, call) =>
      call === 'offer' ? answer('wanted') : away,
    );
    expect(elapsed).toBeLessThan(RETRY_MS + 60_000);
  });
});

describe('a server with errors of its own', () => {
  const takes = (_now: number, call: string) => answer(call === 'offer' ? 'wanted' : 'taken');

  test('tries again until it can store what happens', async () => {
    const { statuses, elapsed } = await deployTo(takes, refusing(7));
    expect(statuses).toEqual(['queued', 'retrying', 'sending', 'taken']);
    expect(elapsed).toBeLessThan(120_000);
  });

  test('fails after the retry time when it cannot read the bundle, with the reason', async () => {
    vi.spyOn(files, 'open').mockRejectedValue(new Error('EIO'));
    const { statuses, target, elapsed } = await deployTo(takes);
    expect(statuses).toEqual(['queued', 'retrying', 'failed']);
    expect(target?.message).toBe('was not sent: this server had an error');
    expect(elapsed).toBeGreaterThanOrEqual(RETRY_MS);
  });
});
