import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDeploys } from '../../../../server/bundles/deploy/deploys.ts';
import type { BundleStore } from '../../../../server/bundles/store/bundle-store.ts';
import { openFileStore } from '../../../../server/bundles/store/file-store.ts';
import type { Clock } from '../../../../server/clock.ts';
import type { Caller } from '../../../../server/mesh/transport/caller.ts';
import { findBundle, insertBundle, storeInspection } from '../../../../server/store/bundles.ts';
import type { Database } from '../../../../server/store/database.ts';
import { type Journal, openJournal } from '../../../../server/store/journal.ts';
import { openTestDatabase } from '../../engine.ts';
import { temporaryDir } from '../../temporary-dir.ts';

const SIZE = 100;
const RETRY_MS = 600_000;

let db: Database;
let journal: Journal;
let files: BundleStore;
beforeEach(async () => {
  const dataDir = await temporaryDir();
  db = await openTestDatabase(dataDir);
  journal = await openJournal(db, () => 1000);
  files = await openFileStore({ kind: 'file', directory: join(dataDir, 'bundles') }, dataDir);
});
afterEach(() => db.destroy());

/** Time passes only while somebody sleeps. */
function sleepingClock(): Clock {
  let elapsed = 0;
  return {
    now: () => 1000,
    elapsed: () => elapsed,
    watchDelay: () => ({ worstMs: () => 0, stop: () => undefined }),
    async sleep(ms, signal) {
      await new Promise(setImmediate);
      elapsed += ms;
      return !signal.aborted;
    },
  };
}

/** Deploys a bundle to Harbor. @param answers of Harbor, by the time and the call */
async function deployTo(answers: (elapsed: number, call: string) => unknown) {
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
  journal.subscribe(({ key, data }) => {
    const status = (data as { targets?: { status: string }[] }).targets?.[0]?.status;
    if (key.at(-1) === id && status && status !== statuses.at(-1)) statuses.push(status);
  });
  const deploys = createDeploys({
    ...{ db, journal, clock, files, config: { deployRetryMs: RETRY_MS } },
    platforms: [{ id: 'harbor', name: 'Harbor', domain: 'harbor.mesh.example' }],
    caller: { call: async (_platform, name) => answers(clock.elapsed(), name) } as Caller,
    log: { info: vi.fn(), error: vi.fn() },
  });
  const transfers = deploys.lead(journal);
  await deploys.start(id, 'ada');
  const target = async () => (await findBundle(db, id))?.targets[0];
  await vi.waitFor(async () => expect((await target())?.status).toMatch(/taken|failed/), 20_000);
  await transfers.close();
  return { statuses, elapsed: clock.elapsed(), target: await target() };
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

  test('fails after the retry time, with the reason', async () => {
    const { statuses, elapsed, target } = await deployTo(() => away);
    expect(statuses).toEqual(['queued', 'retrying', 'failed']);
    expect(target?.message).toBe('failed: cannot be reached');
    expect(elapsed).toBeGreaterThanOrEqual(RETRY_MS);
    expect(elapsed).toBeLessThan(RETRY_MS + 60_000);
  });

  test('fails after the retry time also when it answers now and then without taking anything', async () => {
    const { elapsed } = await deployTo((_now, call) =>
      call === 'offer' ? answer('wanted') : away,
    );
    expect(elapsed).toBeLessThan(RETRY_MS + 60_000);
  });
});
