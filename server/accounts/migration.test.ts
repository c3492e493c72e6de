import { hash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../contract/limits.ts';
import { openOldDatabase } from '../../tests/server/engine.ts';
import { startServer } from '../../tests/server/start-server.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';
import { createPasswords } from './factors/passwords.ts';

const PASSWORD = 'a long enough password';

/** Signed up in this order, which is not that of their names. */
const NAMES = ['Grace', 'Ada', 'Linus'];

/** A data directory as the release before roles left it. @returns the cookie of each account */
async function writeOldDatabase(dataDir: string): Promise<string[]> {
  const db = await openOldDatabase(dataDir, '017-maintenance-begun');
  const passwordHash = await createPasswords().hash(PASSWORD);
  const now = Date.now();
  const cookies: string[] = [];
  for (const [i, name] of NAMES.entries()) {
    const created = now - 10 * DAY_MS + i;
    await sql`
      insert into accounts
        (id, username, username_key, email, password_hash, sovereign_level, created_at)
      values (${name}, ${name}, ${name.toLowerCase()}, ${`${name}@mesh.example`},
        ${passwordHash}, 'S11.1', ${created})
    `.execute(db);
    const token = randomBytes(32).toString('base64url');
    await sql`
      insert into sessions (token_hash, account_id, created_at, seen_at, expires_at)
      values (${hash('sha256', token)}, ${name}, ${created}, ${now - DAY_MS}, ${now + DAY_MS})
    `.execute(db);
    cookies.push(`meridian-session=${token}`);
  }
  await db.destroy();
  return cookies;
}

test('after the update the first account is admin, the others operators, and nobody is signed out', async () => {
  const dataDir = await temporaryDir();
  const cookies = await writeOldDatabase(dataDir);
  const server = await startServer({ alone: true, env: { DATA_DIR: dataDir } });
  try {
    const sessions = await Promise.all(
      cookies.map(async (cookie) => (await server.call('/api/auth/session', { cookie })).json()),
    );
    expect(sessions).toMatchObject([
      { user: { username: 'Grace' }, role: 'admin', mustEnrol: false },
      { user: { username: 'Ada' }, role: 'operator', mustEnrol: false },
      { user: { username: 'Linus' }, role: 'operator', mustEnrol: false },
    ]);

    const [admin = '', operator = ''] = cookies;
    expect((await server.call('/api/people', { cookie: admin })).status).toBe(200);
    expect((await server.call('/api/people', { cookie: operator })).status).toBe(403);

    // Nobody counts as having just proved who they are, and a password is enough to do so.
    const json = { email: 'grace@new.example' };
    const change = () => server.call('/api/account/email', { cookie: admin, json });
    const asked = await change();
    expect([asked.status, await asked.json()]).toMatchObject([
      403,
      { confirm: { password: true, passkey: false, code: false, recovery: false } },
    ]);
    const confirmed = await server.call('/api/account/confirm', {
      cookie: admin,
      json: { kind: 'password', password: PASSWORD },
    });
    expect(confirmed.status).toBe(200);
    expect((await change()).status).toBe(200);

    const signIn = { username: 'Linus', password: PASSWORD };
    expect((await server.call('/api/auth/login', { json: signIn })).status).toBe(200);
  } finally {
    await server.close();
  }
});
