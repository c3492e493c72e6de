import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '../../contract/limits.ts';
import type { Witnesses } from '../../contract/shapes/witness.ts';
import { openDatabase, openDatabaseToRead } from '../../server/database/open-database.ts';
import { readUptimeLog } from '../../server/mesh/log/uptime-log.ts';
import { uptimeReport } from '../../server/mesh/log/uptime-report.ts';
import { addToLog } from '../../server/mesh/rows/uptime-log.ts';
import { registerOperator } from '../e2e/operator.ts';
import { INSTANCES } from '../e2e/product.ts';
import { isMatrix, type RealMesh, startRealMesh } from '../e2e/real-mesh.ts';
import { until } from '../e2e/rounds.ts';
import type { Product } from '../e2e/running-product.ts';
import { runScript } from '../server/archive/run-script.ts';
import { minutesUp } from '../server/mesh/minutes.ts';

/** Seven of them: `bench/witnesses.ts`. */
const IDS = ['north', 'south', 'east'] as const;
/** The log of the first one begins three hours ago, so that it has entries to sign from its first round on. */
const BEGUN = Date.now() - (Date.now() % MINUTE_MS) - 180 * MINUTE_MS;
let mesh: RealMesh;
beforeAll(async () => {
  mesh = await startRealMesh(IDS, INSTANCES === 1 ? beginLog : undefined);
});
afterAll(() => mesh.close());

async function beginLog(dataDir: string): Promise<void> {
  const db = await openDatabase({ dataDir, database: null });
  const entry = JSON.stringify({ at: BEGUN });
  await db
    .transaction()
    .execute((tx) => addToLog(tx, [{ position: 0, at: BEGUN, entry }]))
    .finally(() => db.destroy());
  await addMinutes(dataDir, BEGUN + MINUTE_MS, 90);
}

/** Of its history, which its next round writes into the log. */
async function addMinutes(dataDir: string, from: number, count: number): Promise<void> {
  const db = await openDatabase({ dataDir, database: null });
  await db
    .insertInto('probeSpans')
    .values(minutesUp('south', from, count))
    .execute()
    .finally(() => db.destroy());
}

async function readFirst<T>(read: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>) {
  const db = await openDatabaseToRead({ dataDir: mesh.env.DATA_DIR ?? '', database: null });
  return read(db).finally(() => db.destroy());
}

test('three real nodes say who sees whom, also past a line that is cut', async () => {
  await mesh.roundsUntil(isMatrix(IDS, () => true));
  mesh.cut('south', true);
  // What South says comes by way of East.
  const isCut = (from: string, to: string) => [from, to].sort().join(' ') === 'north south';
  await mesh.roundsUntil(isMatrix(IDS, (from, to) => !isCut(from, to)));
  mesh.cut('south', false);
  await mesh.roundsUntil(isMatrix(IDS, () => true));
});

test('a node whose own line is cut has one incident, which is of itself', async () => {
  for (const id of ['south', 'east']) mesh.cut(id, true);
  await mesh.roundsUntil(({ cutOff }) => cutOff !== null);
  const own = (await mesh.incidents()).find(({ scope }) => scope === 'node');
  expect(own).toMatchObject({ platform: 'north', endedAt: null });
  for (const id of ['south', 'east']) mesh.cut(id, false);
  await mesh.roundsUntil(isMatrix(IDS, () => true));
  const since = (await mesh.incidents()).filter(({ id }) => id >= (own?.id ?? 0));
  expect(since).toMatchObject([{ platform: 'north' }]);
});

test('a site that the first node loses is cut off from it alone, by two peers that agreed to look', async () => {
  let isLost = false;
  // The first node alone sends the key.
  const site = createServer(({ headers }, answer) =>
    answer.writeHead(isLost && headers['x-key'] ? 503 : 200).end(),
  );
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const { port } = site.address() as AddressInfo;
  const agree = '/api/settings/witnesses';
  for (const id of ['south', 'east'] as const) {
    const there = await registerOperator(mesh.nodes[IDS.indexOf(id)] as Product);
    const looks = { max: 5, kinds: ['web'], inner: true };
    await there.send(agree, { peer: 'north', asks: false, looks });
    await mesh.operator.send(agree, { peer: id, asks: true, looks: null });
  }
  const shop = { kind: 'web', name: 'Shop', url: `http://127.0.0.1:${port}/`, witnessed: 'plain' };
  const secrets = { headers: { 'x-key': 'k' } };
  await mesh.operator.send('/api/mesh/platforms', { ...shop, secrets });
  const says = (verdict: string) => (witnesses: Witnesses) =>
    witnesses.platforms?.some((one) => one.id === 'shop' && one.verdict === verdict) === true &&
    witnesses.statements.filter(({ about }) => about === 'shop').length === IDS.length;
  await mesh.roundsUntil(says('up'));
  isLost = true;
  await mesh.roundsUntil(says('cut-off-from-us'));
  await until(mesh.incidents, (all) =>
    all.some(({ platform, scope }) => platform === 'shop' && scope === 'line'),
  );
  site.close();
});

test.runIf(INSTANCES === 1)(
  'the head of a log is signed by the other processes, also after kill -9, and a report proves it',
  async () => {
    const [first] = mesh.nodes;
    const ids: readonly string[] = IDS;
    const end = BEGUN + 91 * MINUTE_MS;
    const query = { platform: 'south', from: BEGUN, to: end };
    const witnessed = () =>
      readFirst((db) => uptimeReport(db, query)).then(
        ({ rows, witnesses }) => `${rows.length} by ${witnesses.length}`,
        () => '',
      );
    await first?.stop('SIGKILL');
    await first?.start();
    await until(witnessed, (text) => /^91 by [12]$/.test(text));

    const file = join(mesh.env.DATA_DIR ?? '', 'report.json');
    const times = [query.from, query.to].map((at) => new Date(at).toISOString());
    const [from = '', to = ''] = times;
    const args = ['--platform', 'south', '--from', from, '--to', to, file];
    const written = await runScript('report', args, mesh.env);
    expect(written).toMatchObject({ code: 0, output: expect.stringMatching(/witnessed by [12]/) });
    const { code, output } = await runScript('verify-report', [file], {});
    expect([code, output]).toEqual([0, expect.stringMatching(/Minutes measured: 90/)]);
    const said = [...output.matchAll(/Witnessed by (\w+) at .*, signed by key ([\w-]+)\./g)];
    expect(said.length).toBeGreaterThan(0);
    for (const [, id, key] of said) {
      const at = mesh.nodes[ids.indexOf(id ?? '')]?.url;
      const { keys } = await (await fetch(`${at}/.well-known/jwks.json`)).json();
      expect(keys[0].kid).toBe(key);
    }
    const anew = await runScript('report', ['--new-log'], mesh.env);
    expect(anew).toMatchObject({ code: 0, output: expect.stringMatching(/log is deleted/) });
    const { size } = await readFirst(readUptimeLog);
    expect(size).toBeLessThan(2);
  },
);
