import { hash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../contract/limits.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';
import {
  addToken,
  callWith,
  changeAccount,
  type Person,
} from '../../tests/server/tokens/token-rig.ts';
import { listApiTokens } from './rows/api-tokens.ts';

let now: number;
let server: TestServer;
let ada: Person;
beforeEach(async () => {
  now = Date.parse('2026-11-23T12:00:00Z');
  server = await startServer({ alone: true, now: () => now });
  ada = await server.signUp('ada');
});
afterEach(() => server.close());

const read = async (token: string, path = '/api/dashboard/stats') =>
  (await callWith(server, token, path)).status;
const maintain = async (token: string) =>
  (await callWith(server, token, '/api/handover/notes', { json: { text: 'All is well.' } })).status;

async function stored() {
  const { id } = await server.node.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
  return listApiTokens(server.node.db, id);
}

describe('an API token', () => {
  test('is answered once and stored as a hash', async () => {
    const token = await addToken(server, ada, { name: 'Backup', role: 'operator', days: 7 });
    expect(token).toMatch(/^mrd_[\w-]{43}$/);
    const row = await server.node.db.selectFrom('apiTokens').selectAll().executeTakeFirstOrThrow();
    expect(row.tokenHash).toBe(hash('sha256', token));
    expect(JSON.stringify(row)).not.toContain(token);
    expect(await stored()).toEqual([
      {
        id: row.id,
        name: 'Backup',
        role: 'operator',
        createdAt: now,
        expiresAt: now + 7 * DAY_MS,
        lastUsedAt: null,
      },
    ]);
    expect(JSON.stringify(server.logged)).not.toContain(token);
  });

  test('does what its role allows, without a cookie', async () => {
    const viewer = await addToken(server, ada, { role: 'viewer' });
    const operator = await addToken(server, ada, { role: 'operator' });
    expect([await read(viewer), await maintain(viewer)]).toEqual([200, 403]);
    expect([await read(operator), await maintain(operator)]).toEqual([200, 200]);
    const people = await callWith(server, operator, '/api/openapi.json');
    expect(people.status).toBe(200);
  });

  test('reads no cookie: a wrong token beside a good session is refused', async () => {
    const wrong = `mrd_${'a'.repeat(43)}`;
    const answer = await callWith(server, wrong, '/api/dashboard/stats', { cookie: ada.cookie });
    expect(answer.status).toBe(401);
  });

  test('never has a higher role than its owner had, nor than the owner has now', async () => {
    const eve = await server.signUp('eve');
    const refused = await server.call('/api/account/tokens', {
      cookie: eve.cookie,
      json: { name: 'too much', role: 'admin', days: 1 },
    });
    expect(refused.status).toBe(400);
    expect((await refused.json()).message).toMatch(/operator/);
    const token = await addToken(server, eve, { role: 'operator' });
    expect(await maintain(token)).toBe(200);
    server.node.sessions.refresh(await changeAccount(server, eve, { role: 'viewer' }));
    expect([await read(token), await maintain(token)]).toEqual([200, 403]);
  });

  test('a higher role of its owner does not raise it', async () => {
    const eve = await server.signUp('eve');
    const token = await addToken(server, eve, { role: 'viewer' });
    server.node.sessions.refresh(await changeAccount(server, eve, { role: 'admin' }));
    expect(await maintain(token)).toBe(403);
  });

  test('ends when its days are over', async () => {
    const token = await addToken(server, ada, { days: 1 });
    expect(await read(token)).toBe(200);
    now += DAY_MS - 1;
    expect(await read(token)).toBe(200);
    now += 1;
    expect(await read(token)).toBe(401);
    expect(await stored()).toHaveLength(1);
  });

  test('writes when it was last used at most once a minute', async () => {
    const start = now;
    const token = await addToken(server, ada);
    await read(token);
    now += MINUTE_MS - 1;
    await read(token);
    expect((await stored())[0]?.lastUsedAt).toBe(start);
    now += 1;
    await read(token);
    expect((await stored())[0]?.lastUsedAt).toBe(start + MINUTE_MS);
  });

  test('is named in the audit log', async () => {
    const token = await addToken(server, ada, { name: 'Backup', role: 'operator', days: 1 });
    const [{ id } = { id: '' }] = await stored();
    const removal = { cookie: ada.cookie, method: 'DELETE' };
    await server.call(`/api/account/tokens/${id}`, removal);
    const rows = await server.node.db
      .selectFrom('audit')
      .select(['action', 'actor', 'actorKind', 'target', 'detail'])
      .where('action', 'like', 'token.%')
      .orderBy('id')
      .execute();
    const by = { actor: 'ada', actorKind: 'person', target: 'Backup' };
    expect(rows).toEqual([
      { ...by, action: 'token.created', detail: 'role operator, until 2026-11-24T12:00:00.000Z' },
      { ...by, action: 'token.removed', detail: '' },
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
