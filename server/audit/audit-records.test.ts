import { afterAll, beforeAll, expect, test } from 'vitest';
import { AuditListSchema, type AuditRow } from '../../contract/shapes/audit.ts';
import { begun, sendOn } from '../../tests/server/bundles/uploads/tus-client.ts';
import { GOOD_ZIP, listen, uploaded } from '../../tests/server/bundles/uploads/upload-client.ts';
import { openDisplay, socketOf } from '../../tests/server/displays/screen.ts';
import { quietMesh } from '../../tests/server/mesh/quiet-mesh.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';
import { verifyAudit } from './rows/audit-verify.ts';

let server: TestServer;
let ada: string;
let grace: string;
let before = 0;
beforeAll(async () => {
  // A busy machine makes no platform late: an incident of that would stand in the way of a drill.
  server = await startServer({
    configure: (config) => {
      const { platforms, probe } = config.mesh;
      const calm = { ...probe, intervalSec: 3600, lateMs: probe.timeoutMs - 1 };
      return quietMesh({ platforms, probe: calm })(config);
    },
  });
  await server.node.mesh.connections();
  ada = (await server.signUp('Ada')).cookie;
  grace = (await server.signUp('Grace')).cookie;
});
afterAll(async () => {
  expect(await verifyAudit(server.node.db)).toMatchObject({ ok: true });
  await server.close();
});

/** @returns the query's rows, oldest first */
async function audit(query = ''): Promise<AuditRow[]> {
  const answer = await server.call(`/api/audit?limit=500&${query}`, { cookie: ada });
  return AuditListSchema.parse(await answer.json()).reverse();
}

/** @returns what was recorded since the last time it was asked */
async function recorded() {
  const rows = (await audit()).filter(({ id }) => id > before);
  before = rows.at(-1)?.id ?? before;
  return rows.map(({ action, actor, actorKind, target }) => [action, actor, actorKind, target]);
}

async function as(cookie: string, path: string, json?: unknown, method = 'POST') {
  const answer = await server.call(path, { cookie, method, ...(json !== undefined && { json }) });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.json();
}
const remove = (cookie: string, path: string) => as(cookie, path, undefined, 'DELETE');
const listOf = async (path: string) => (await server.call(path, { cookie: ada })).json();

test('sign-ups and sign-ins name who did it and from where', async () => {
  expect((await recorded()).map(([action, , , target]) => [action, target])).toEqual([
    ['account.created', 'Ada'],
    ['sign-in.done', 'Ada'],
    ['account.created', 'Grace'],
    ['sign-in.done', 'Grace'],
  ]);
  expect((await audit('action=sign-in'))[0]).toMatchObject({
    ...{ action: 'sign-in.done', actor: 'Ada', actorKind: 'person', address: '127.0.0.1' },
    hash: expect.stringMatching(/^[\da-f]{64}$/),
  });
});

test('bundles: sent by a form or resumably, deployed, cancelled and removed', async () => {
  const { until } = listen(server);
  const { id } = await uploaded(server, ada, { filename: 'one.zip' });
  await until(({ data }) => (data as { status?: string }).status === 'validated');
  const path = await begun(server, grace, { fields: { filename: 'two.zip' } });
  await sendOn(server, grace, path, 0, new Uint8Array(GOOD_ZIP));
  await as(ada, `/api/zip/bundles/${id}/deploy`, { platforms: ['Forge'] });
  await server.call(`/api/zip/bundles/${id}/deploy/cancel`, { method: 'POST', cookie: grace });
  await remove(grace, `/api/zip/bundles/${id}`);
  const rows = (await recorded()).filter(([action]) => action !== 'bundle.cancelled');
  expect(rows).toEqual([
    ['bundle.uploaded', 'Ada', 'person', 'one.zip'],
    ['bundle.uploaded', 'Grace', 'person', 'two.zip'],
    ['bundle.deployed', 'Ada', 'person', 'one.zip'],
    ['bundle.removed', 'Grace', 'person', 'one.zip'],
  ]);
  expect((await audit('action=bundle.deployed'))[0]?.detail).toBe('to Forge');
});

test('displays: approved, ordered, signed out by themselves and revoked', async () => {
  const hall = await openDisplay(server, 'Hall', ada);
  const live = await socketOf(server, hall);
  const displays = (await listOf('/api/displays')) as { id: string }[];
  await as(grace, `/api/displays/${displays[0]?.id}/order`, { order: 'flash' });
  live.socket.terminate();
  await remove(ada, `/api/displays/${displays[0]?.id}`);
  const desk = await openDisplay(server, 'Desk', grace);
  await as(desk.cookie, '/api/auth/logout');
  expect(await recorded()).toEqual([
    ['display.approved', 'Ada', 'person', 'Hall'],
    ['display.ordered', 'Grace', 'person', 'Hall'],
    ['display.revoked', 'Ada', 'person', 'Hall'],
    ['display.approved', 'Grace', 'person', 'Desk'],
    ['sign-in.ended', 'Desk', 'display', 'Desk'],
  ]);
});

test('drills and who is on an incident', async () => {
  await as(ada, '/api/drills', { platform: 'forge', minutes: 5 });
  const [incident] = (await listOf('/api/incidents')) as { id: number }[];
  const path = `/api/incidents/${incident?.id}/acknowledge`;
  await as(grace, path, { note: 'on my way' });
  await remove(ada, path);
  await remove(grace, '/api/drills/forge');
  expect(await recorded()).toEqual([
    ['drill.started', 'Ada', 'person', 'Forge'],
    ['incident.acknowledged', 'Grace', 'person', 'Forge'],
    ['incident.released', 'Ada', 'person', 'Forge'],
    ['drill.ended', 'Grace', 'person', 'Forge'],
  ]);
});

test('maintenance: planned, changed and removed', async () => {
  const startsAt = Date.now() + 3_600_000;
  const endsAt = startsAt + 3_600_000;
  const window = { platforms: ['forge', 'harbor'], note: 'new disks', startsAt, endsAt };
  await as(ada, '/api/maintenance', { ...window, repeat: 'none', timeZone: 'Europe/Berlin' });
  const [planned] = (await listOf('/api/maintenance')) as { id: number }[];
  await as(grace, `/api/maintenance/${planned?.id}`, { endsAt: endsAt + 60_000 });
  await remove(ada, `/api/maintenance/${planned?.id}`);
  expect(await recorded()).toEqual([
    ['maintenance.planned', 'Ada', 'person', 'Forge, Harbor'],
    ['maintenance.changed', 'Grace', 'person', 'Forge, Harbor'],
    ['maintenance.removed', 'Ada', 'person', 'Forge, Harbor'],
  ]);
  expect((await audit('q=NEW%20disks'))[0]?.action).toBe('maintenance.planned');
});

test('alerts: channels without their secrets, rules, and a rule that goes with its last channel', async () => {
  const channel = { kind: 'webhook', name: 'Ops', enabled: true, template: 'json' };
  const url = 'https://hooks.mesh.example/secret-path';
  const signingKey = `whsec_secret+${'0'.repeat(33)}`;
  await as(ada, '/api/alerts/channels', { ...channel, url, signingKey });
  const ops = ((await listOf('/api/alerts/channels')) as { id: string }[])[1];
  await as(ada, `/api/alerts/channels/${ops?.id}`, { ...channel, newSecret: true });
  await as(grace, `/api/alerts/channels/${ops?.id}`, { ...channel, enabled: false });
  const rule = {
    ...{ name: 'Nights', enabled: true, platforms: [], status: 'error', afterSec: 60 },
    ...{ repeatMin: null, recovered: false, channels: [ops?.id], quiet: null },
  };
  await as(ada, '/api/alerts/rules', rule);
  const rules = (await listOf('/api/alerts/rules')) as { id: number; name: string }[];
  const nights = rules.find(({ name }) => name === 'Nights');
  await as(ada, `/api/alerts/rules/${nights?.id}`, { ...rule, afterSec: 120 });
  await remove(grace, `/api/alerts/channels/${ops?.id}`);
  expect(await recorded()).toEqual([
    ['alert-channel.added', 'Ada', 'person', 'Ops'],
    ['alert-channel.secret-changed', 'Ada', 'person', 'Ops'],
    ['alert-channel.changed', 'Grace', 'person', 'Ops'],
    ['alert-rule.added', 'Ada', 'person', 'Nights'],
    ['alert-rule.changed', 'Ada', 'person', 'Nights'],
    ['alert-channel.removed', 'Grace', 'person', 'Ops'],
    ['alert-rule.removed', 'Grace', 'person', 'Nights'],
  ]);
  const details = (await audit('action=alert-rule.changed'))[0]?.detail;
  expect(details).toBe('after sec: 60 → 120');
  expect((await audit('action=alert-channel.changed'))[0]?.detail).toBe('enabled: yes → no');
  const entries = JSON.stringify(await audit('action=alert-channel'));
  for (const secret of ['secret-path', 'whsec_']) expect(entries).not.toContain(secret);
});

test('handover notes', async () => {
  await as(ada, '/api/handover/notes', { text: 'the next shift' });
  const [note] = (await listOf('/api/handover/notes')) as { id: number }[];
  await remove(grace, `/api/handover/notes/${note?.id}`);
  expect((await recorded()).map(([action, actor]) => [action, actor])).toEqual([
    ['handover-note.added', 'Ada'],
    ['handover-note.removed', 'Grace'],
  ]);
});

test('of syncs that wait for one another each has its own actor', async () => {
  await Promise.all([ada, grace, ada].map((cookie) => as(cookie, '/api/system/sync')));
  expect((await recorded()).map(([action, actor]) => [action, actor])).toEqual([
    ['mesh.synced', 'Ada'],
    ['mesh.synced', 'Grace'],
    ['mesh.synced', 'Ada'],
  ]);
});

test('proofs, and signing out', async () => {
  const proof = { peer: 'forge', deadline_sec: 60, commander_origin: server.url };
  await as(grace, '/api/mesh/proof/start', proof);
  await as(grace, '/api/auth/logout');
  expect(await recorded()).toEqual([
    ['proof.started', 'Grace', 'person', 'Forge'],
    ['sign-in.ended', 'Grace', 'person', 'Grace'],
  ]);
});

test('the list is filtered and read page by page', async () => {
  const all = await audit();
  const [first, second, third] = all;
  const page = async (query: string) => (await audit(query)).map(({ id }) => id);
  expect(await page(`before=${third?.id}`)).toEqual([first?.id, second?.id]);
  expect(await page(`from=${third?.at}`)).toEqual(
    all.filter(({ at }) => at >= (third?.at ?? 0)).map(({ id }) => id),
  );
  expect(await page(`to=${first?.at}`)).toEqual([]);
  expect(await page('action=sign')).toEqual([]);
  expect(await page('q=%25')).toEqual(
    all.filter(({ detail }) => detail.includes('%')).map(({ id }) => id),
  );
  const newest = await server.call('/api/audit?limit=1', { cookie: ada });
  expect(await newest.json()).toMatchObject([{ id: all.at(-1)?.id }]);
  expect((await server.call('/api/audit?limit=0', { cookie: ada })).status).toBe(400);
});
