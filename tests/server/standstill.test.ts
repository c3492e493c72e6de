import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { PlatformHistory } from '../../contract/shapes/mesh.ts';
import { lastRoundAt } from '../../server/mesh/rows/probes.ts';
import { startServer, type TestServer } from './start-server.ts';
import { startWithStuckLoops } from './stuck-loops.ts';

const FASTER = 20;
const POLL = { timeout: 30_000, interval: 50 };
const LINE_INCIDENT = { status: 'error', cause: 'x', planned: 0, startedAt: 1, endedAt: null };
vi.setConfig({ testTimeout: 120_000 });

test('probing stands: nothing says the old status, and what stands is said', async () => {
  const { server, stuck, read, set, ...node } = await startWithStuckLoops(FASTER);
  const statuses = async (): Promise<string[]> =>
    (await read('/api/mesh/connections')).map(({ status }: { status: string }) => status);
  const text = async (path: string) => (await server.call(path)).text();
  const platforms = (await read('/api/mesh/connections')).map(({ id }: { id: string }) => ({
    ...{ id, name: id },
  }));
  await set('/api/settings/status-page', { on: true, title: 'Example', platforms });
  await expect.poll(statuses, POLL).not.toContain('unknown');
  await expect.poll(() => text('/status/badge.svg'), POLL).not.toMatch(/not measured/i);

  stuck.add('probe');
  await expect.poll(node.reasons, POLL).toEqual(['probe']);
  await server.node.journal.commit((tx) =>
    tx
      .insertInto('incidents')
      .values({ platform: platforms[0].id, scope: 'line', ...LINE_INCIDENT })
      .execute(),
  );
  await expect.poll(async () => new Set(await statuses()), POLL).toEqual(new Set(['unknown']));
  const metrics = await text('/metrics');
  const late = /^meridian_loop_late_seconds\{loop="probe"\} (\S+)/m.exec(metrics)?.[1];
  expect(Number(late)).toBeGreaterThan(60);
  expect(metrics).not.toMatch(/^meridian_platform_status\{.*status="(?!unknown).*\} 1$/m);
  expect(await read('/api/admin/watchdog/summary')).toMatchObject({
    meshStats: { meshConnections: 1 },
  });
  await expect.poll(() => read('/api/mesh/health'), POLL).toMatchObject({ ok: false });
  await expect.poll(() => text('/status/badge.svg'), POLL).toContain('Status: Not measured now');
  expect(await text('/status')).not.toMatch(/\b\d+ up\b|Everything is up/);
  const states = JSON.parse(await text('/status/summary.json')).platforms;
  expect(new Set(states.map(({ state }: { state: string }) => state))).toEqual(
    new Set(['not-measured']),
  );
  await expect.poll(node.own, POLL).toMatchObject({ endedAt: null });
  expect((await node.own())?.cause).toMatch(/measured nothing since \d\d:\d\d UTC$/);
  await expect.poll(node.titles, POLL).toContain('Meridian is at a standstill');

  stuck.clear();
  await expect.poll(node.reasons, POLL).toEqual([]);
  await expect.poll(statuses, POLL).not.toContain('unknown');
  await expect.poll(async () => (await node.own())?.endedAt, POLL).not.toBeNull();
  const { absences }: PlatformHistory = await read(
    `/api/mesh/platforms/${platforms[0].id}/history/24h`,
  );
  expect(absences.map(({ reason }) => reason)).toContain('standstill');
});

test.each([
  ['a later one', false],
  ['the first one', true],
])(
  'rounds that cannot be stored, from %s on, are said, and their platforms are unknown',
  async (_, isFirst) => {
    const dir = mkdtempSync(join(tmpdir(), 'meridian-standstill-'));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    const env = { DATA_DIR: dir };
    if (isFirst) {
      const before = await startServer({ env, alone: true });
      await refuseRounds(before);
      await before.close();
    }
    const { server, read, ...node } = await startWithStuckLoops(FASTER, { env });
    if (!isFirst) {
      await expect.poll(() => lastRoundAt(server.node.db), POLL).toBeDefined();
      await refuseRounds(server);
    }
    await expect.poll(node.reasons, POLL).toEqual(['probe']);
    await expect
      .poll(async () => JSON.stringify(await read('/api/mesh/connections')), POLL)
      .not.toMatch(/"status":"(?!unknown)/);
  },
);

/** Every round writes when it was, also one in which no probe has ended. */
async function refuseRounds({ node }: Pick<TestServer, 'node'>): Promise<void> {
  await sql`delete from settings where name = 'last round'`.execute(node.db);
  await sql`create trigger refused before insert on settings when new.name = 'last round' begin
    select raise(abort, 'refused'); end`.execute(node.db);
}

test.each([
  ['decide alerts', 'decided about no alerts'],
  ['send alerts', 'sent no alerts'],
])('%s stands: it is said, until it goes on', async (name, without) => {
  const { stuck, ...node } = await startWithStuckLoops(FASTER);
  stuck.add(name);
  await expect.poll(node.reasons, POLL).toEqual([name]);
  await expect.poll(async () => (await node.own())?.cause, POLL).toContain(without);
  stuck.clear();
  await expect.poll(node.reasons, POLL).toEqual([]);
  await expect.poll(async () => (await node.own())?.endedAt, POLL).not.toBeNull();
});

test('the journal stands: calls say that the database does not answer', async () => {
  const { server, cookie, ...node } = await startWithStuckLoops(FASTER);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const committing = server.node.journal.commit(() => held);
  await expect.poll(node.reasons, POLL).toContain('journal');
  expect((await server.call('/api/mesh/connections', { cookie })).status).toBe(503);
  release();
  await committing;
  await expect.poll(node.reasons, POLL).toEqual([]);
});
