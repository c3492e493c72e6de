import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/limits.ts';
import { environmentOf, openTestStore } from '../../tests/server/engine.ts';
import { createManualClock } from '../../tests/server/manual-clock.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';
import { readAccessSettings } from '../accounts/rows/access-settings.ts';
import { createLoops } from '../base/loop.ts';
import type { Database } from '../database/database.ts';
import { soleTermJournal } from '../database/journal.ts';
import type { Store } from '../database/store.ts';
import { auditHash, listAudit, pruneAudit, recordAudit } from './rows/audit.ts';
import { verifyAudit } from './rows/audit-verify.ts';
import { keepAudit } from './setup.ts';

let dataDir: string;
let store: Store;
let db: Database;
beforeEach(async () => {
  dataDir = await temporaryDir();
  store = await openTestStore(dataDir, [], Date.now);
  db = store.db;
});
afterEach(() => store.close());

const record = (target: string, at = Date.now()) =>
  store.journal.commit((tx) => recordAudit(tx, { action: 'bundle.removed', target, at }));

async function recordMany(count: number): Promise<void> {
  for (let i = 1; i <= count; i++) await record(`bundle ${i}`);
}

const rows = () => db.selectFrom('audit').selectAll().orderBy('id').execute();
const problem = async (seen?: string) => {
  const verdict = await verifyAudit(db, seen);
  return verdict.ok ? undefined : verdict.problem;
};

test('text that no database stores as it is does not break the chain', async () => {
  await record('a\0b\ud800c');
  expect(await verifyAudit(db)).toMatchObject({ ok: true, rows: 1 });
  expect((await rows())[0]?.target).toBe('a\ufffdb\ufffdc');
});

test('an empty log and one that nobody touched are whole', async () => {
  expect(await verifyAudit(db)).toEqual({ ok: true, rows: 0, head: undefined });
  await recordMany(5);
  const last = (await rows()).at(-1);
  expect(await verifyAudit(db)).toEqual({ ok: true, rows: 5, head: { id: 5, hash: last?.hash } });
});

test('a search through many rows finds the oldest, and lets others run meanwhile', async () => {
  await record('needle');
  await sql`insert into audit (at, action, actor, actor_kind, address, target, detail, previous_hash, hash)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 25000)
    select i, 'bundle.removed', 'ada', 'person', '', 'hay', '', '', '' from n`.execute(db);
  let turns = 0;
  let searching = true;
  const turn = () => {
    turns += 1;
    if (searching) setImmediate(turn);
  };
  turn();
  const found = await listAudit(db, { q: 'needle', limit: 5 });
  searching = false;
  expect(found.map(({ target }) => target)).toEqual(['needle']);
  expect(turns).toBeGreaterThan(2);
  const newest = await listAudit(db, { q: 'ada', limit: 2, before: 20_001 });
  expect(newest.map(({ id }) => id)).toEqual([20_000, 19_999]);
});

test('rows that are recorded at the same time are one chain', async () => {
  await Promise.all(Array.from({ length: 50 }, (_, i) => record(`bundle ${i}`)));
  expect(await verifyAudit(db)).toMatchObject({ ok: true, rows: 50 });
});

test('a row of a transaction that fails is not in the log, and the next follows the one before', async () => {
  await record('one');
  const failing = store.journal.commit(async (tx) => {
    await recordAudit(tx, { action: 'bundle.removed', target: 'two', at: 1 });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await record('three');
  expect((await rows()).map(({ target }) => target)).toEqual(['one', 'three']);
  expect(await problem()).toBeUndefined();
});

describe('behind its back', () => {
  beforeEach(() => recordMany(5));

  test.each(['at', 'action', 'actor', 'actorKind', 'address', 'target', 'detail', 'hash'])(
    'a change of %s is noticed',
    async (column) => {
      const value = column === 'at' ? 1 : 'x';
      await sql`update audit set ${sql.ref(column)} = ${value} where id = 3`.execute(db);
      expect(await problem()).toMatch(/^Row 3 .* was changed/);
    },
  );

  test('a changed row with a new hash of its own is noticed at the next one', async () => {
    const [, , third] = await rows();
    if (third === undefined) throw new Error('no row');
    const changed = { ...third, target: 'another' };
    await db
      .updateTable('audit')
      .set({ target: changed.target, hash: auditHash(changed) })
      .where('id', '=', 3)
      .execute();
    expect(await problem()).toMatch(/^Row 4 .* does not follow/);
  });

  test.each([
    ['first', 1, /^Row 2 .* does not follow/],
    ['middle', 3, /^Row 4 .* does not follow/],
    ['last', 5, /ends with row 4, but row 5 was recorded last/],
  ])('the %s row removed is noticed', async (_, id, text) => {
    await db.deleteFrom('audit').where('id', '=', id).execute();
    expect(await problem()).toMatch(text);
  });

  test('a removed end is noticed also after further rows', async () => {
    await db.deleteFrom('audit').where('id', '>', 3).execute();
    await record('later');
    expect(await problem()).toMatch(/^Row 6 .* does not follow/);
  });

  test('all rows removed are noticed', async () => {
    await db.deleteFrom('audit').execute();
    expect(await problem()).toMatch(/The log is empty, but row 5 was recorded last/);
  });

  test('the oldest rows removed with a false anchor are noticed', async () => {
    const second = (await rows())[1];
    await db.deleteFrom('audit').where('id', '<=', 2).execute();
    const valueJson = JSON.stringify({ id: 2, hash: second?.hash });
    await db.insertInto('settings').values({ name: 'audit-anchor', valueJson }).execute();
    expect(await problem()).toMatch(/not because of their age/);
  });

  test('an inserted row is noticed', async () => {
    const last = (await rows()).at(-1);
    if (last === undefined) throw new Error('no row');
    const row = { ...last, target: 'invented', previousHash: last.hash };
    await db
      .insertInto('audit')
      .values({ ...row, id: 6, hash: auditHash(row) })
      .execute();
    expect(await problem()).toMatch(/ends with row 6, but row 5 was recorded last/);
  });

  test('two rows that changed places are noticed', async () => {
    for (const [from, to] of [
      [2, 100],
      [3, 2],
      [100, 3],
    ] as const)
      await db.updateTable('audit').set({ id: to }).where('id', '=', from).execute();
    expect(await problem()).toMatch(/^Row 2 .* does not follow/);
  });

  test('a log that was written anew is noticed by whoever kept a hash', async () => {
    const kept = (await rows())[2]?.hash ?? '';
    expect(await problem(kept)).toBeUndefined();
    await db.deleteFrom('audit').execute();
    await db.deleteFrom('settings').execute();
    await recordMany(5);
    expect(await problem()).toBeUndefined();
    expect(await problem(kept)).toMatch(`No row has the hash ${kept}`);
  });
});

describe('retention', () => {
  test('deletes what is older than the settings say, in steps, and the rest is whole', async () => {
    const clock = createManualClock(Date.UTC(2027, 0, 1));
    const loops = createLoops(clock);
    const now = clock.now();
    for (let i = 0; i < 700; i++) await record(`old ${i}`, now - 400 * DAY_MS);
    await record('young', now - 300 * DAY_MS);
    const logged: object[] = [];
    const log = { info: (fields: object) => logged.push(fields), error: () => undefined };
    const keepDays = async () => (await readAccessSettings(store.db)).auditDays;
    const keeper = keepAudit({
      ...{ db: store.db, journal: soleTermJournal(store.journal) },
      ...{ clock, loops, log: log as never, keepDays },
    });
    await expect.poll(() => logged.length).toBe(1);
    await keeper.close();

    const left = await rows();
    expect(left.map(({ action, target }) => [action, target])).toEqual([
      ['bundle.removed', 'young'],
      ['audit.pruned', ''],
      ['audit.pruned', ''],
    ]);
    expect(left[1]).toMatchObject({
      actorKind: 'server',
      detail: expect.stringMatching(/^500 rows/),
    });
    expect(left[2]?.detail).toMatch(/^200 rows up to number 700, [\da-f]{64}$/);
    expect(logged).toEqual([{ row: 703, hash: left[2]?.hash }]);
    expect(await verifyAudit(db)).toMatchObject({ ok: true, rows: 3 });
  });

  test('a row that is removed after it is still noticed', async () => {
    await record('old', 1);
    await recordMany(3);
    const step = { before: 2, limit: 100, at: Date.now() };
    expect(await store.journal.commit((tx) => pruneAudit(tx, step))).toBe(1);
    expect(await store.journal.commit((tx) => pruneAudit(tx, step))).toBe(0);
    expect(await problem()).toBeUndefined();
    await db.deleteFrom('audit').where('id', '=', 2).execute();
    expect(await problem()).toMatch(/^Row 3 .* does not follow/);
  });

  test('a row of a clock that was ahead holds up no deletion, and is deleted with those beside it', async () => {
    for (const at of [1, 9000, 9001, 2, 9002, 10, 3]) await record(`at ${at}`, at);
    const step = { before: 5, limit: 2, at: 11 };
    const prune = () => store.journal.commit((tx) => pruneAudit(tx, step));
    expect([await prune(), await prune(), await prune()]).toEqual([2, 2, 0]);
    const left = (await rows()).filter(({ action }) => action !== 'audit.pruned');
    expect(left.map(({ at }) => at)).toEqual([9002, 10, 3]);
    expect(await problem()).toBeUndefined();
  });

  test('a log of which every row was old goes on', async () => {
    await record('old', 1);
    await store.journal.commit((tx) => pruneAudit(tx, { before: 2, limit: 100, at: 3 }));
    await record('new');
    expect(await verifyAudit(db)).toMatchObject({ ok: true, rows: 2 });
  });
});

describe('npm run verify-audit', () => {
  const runWith = (env: Record<string, string>, ...args: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/verify-audit.mjs', ...args], {
      env: { ...process.env, ...env },
    }).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      ({ code, stderr }) => ({ code, said: stderr }),
    );
  const run = async (...args: string[]) =>
    runWith({ ...(await environmentOf(dataDir)), DATA_DIR: dataDir }, ...args);

  test('says how many rows there are and their head, while the node runs; else what is wrong', async () => {
    await recordMany(3);
    const head = (await rows()).at(-1)?.hash ?? '';
    expect(await run()).toEqual({ code: 0, said: `3 rows, none changed. Head: ${head}\n` });
    expect(await run('--head', head)).toMatchObject({ code: 0 });
    expect(await run('--head', 'f'.repeat(64))).toMatchObject({ code: 1 });
    await db.updateTable('audit').set({ actor: 'Eve' }).where('id', '=', 2).execute();
    expect(await run()).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^Row 2 .* was changed/),
    });
  });

  test('says in a sentence that there is no database', async () => {
    const empty = await temporaryDir();
    const said = `DATA_DIR: there is no database in ${empty}.\n`;
    expect(await runWith({ DATA_DIR: empty })).toEqual({ code: 1, said });
    expect(await readdir(empty)).toEqual([]);
  });
});
