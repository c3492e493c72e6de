import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { CLOSE } from '../../contract/live.ts';
import { freePort } from '../../scripts/free-port.mjs';
import { registerOperator, signInOperator } from './operator.ts';
import { newDataDir, startInVain, startProduct } from './product.ts';

/** The process as the person at the terminal meets it. */

const dataDir = newDataDir();
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('it says where it is, who may sign in and how long it took, and not before', async () => {
  const product = await startProduct();
  expect(product.printed()).toContain(`http://localhost:${product.port}`);
  expect(product.printed()).toMatch(/nobody yet: sign up at http:\S+\/signup/);
  expect(product.printed()).toMatch(/started in \d+\.\d+ s/);
  await product.stop();
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  'row 59: %s ends it with 0 within five seconds, a held socket and connection included',
  async (signal) => {
    const product = await startProduct();
    const operator = await registerOperator(product);
    const socket = new WebSocket(`${product.url.replace('http', 'ws')}/ws`, {
      headers: { cookie: operator.cookie, origin: product.url },
    });
    const goodbye = new Promise<number>((closed) => socket.once('close', closed));
    await new Promise((heard) => socket.once('message', heard));
    const ending = await product.stop(signal);
    expect(ending).toMatchObject({ code: 0, signal: null });
    expect(ending.afterMs).toBeLessThan(5000);
    expect(await goodbye).toBe(CLOSE.restart);
  },
);

test('accounts, sessions and activity are there after a restart, and after being killed', async () => {
  const first = await startProduct({ DATA_DIR: dataDir });
  const operator = await registerOperator(first, 'grace');
  const rows = await operator.read<{ id: number }[]>('/api/activity/logs');
  expect(rows.length).toBeGreaterThan(0);
  expect(await first.stop('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });

  const second = await startProduct({ DATA_DIR: dataDir });
  const again = await signInOperator(second, 'grace');
  const kept = await again.read<{ id: number }[]>('/api/activity/logs');
  expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(rows.map(({ id }) => id)));
  const oldSession = await fetch(`${second.url}/api/auth/session`, {
    headers: { cookie: operator.cookie },
  });
  expect(oldSession.status).toBe(200);
  await second.stop();
});

test('two servers run side by side, each with its own accounts', async () => {
  const [one, other] = await Promise.all([startProduct(), startProduct()]);
  const operator = await registerOperator(one, 'only-here');
  await expect(signInOperator(other, 'only-here')).rejects.toThrow('401');
  const elsewhere = await fetch(`${other.url}/api/dashboard/stats`, {
    headers: { cookie: operator.cookie },
  });
  expect(elsewhere.status).toBe(401);
  expect(await Promise.all([one.stop(), other.stop()])).toMatchObject([{ code: 0 }, { code: 0 }]);
});

test('a taken port is one sentence, and the end', async () => {
  const port = await freePort();
  const holder: Server = createServer();
  await new Promise<void>((listening) => holder.listen(port, '127.0.0.1', listening));
  const ending = await startInVain({ PORT: String(port), DATA_DIR: dataDir });
  holder.close();
  expect(ending.code).toBe(1);
  expect(ending.printed).toContain(`Port ${port} is taken`);
  expect(ending.printed).not.toMatch(/\n\s+at /);
});

test.each([
  ['PORT', '99999'],
  ['PORT', 'http'],
  ['UPLOAD_MAX_BYTES', '-1'],
  ['SESSION_DAYS', '0'],
  ['REGISTRATION', 'maybe'],
  ['LOG_LEVEL', 'loud'],
  ['TLS_CERT', '/nowhere/cert.pem'],
  ['MESH_CONFIG', '/nowhere/mesh.json'],
])('%s=%s is refused by name, without a stack', async (variable, value) => {
  const ending = await startInVain({ PORT: '0', DATA_DIR: dataDir, [variable]: value });
  expect(ending.code).toBe(1);
  expect(ending.printed).toContain(variable);
  expect(ending.printed).not.toMatch(/\n\s+at /);
});

test('a wrong field of the mesh configuration is refused by its name', async () => {
  const path = join(dataDir, 'mesh.json');
  writeFileSync(
    path,
    '{"product":"Meridian","parentSite":"https://mesh.example","platforms":"six"}',
  );
  const ending = await startInVain({ PORT: '0', DATA_DIR: dataDir, MESH_CONFIG: path });
  expect(ending.code).toBe(1);
  expect(ending.printed).toContain('platforms');
  expect(ending.printed).not.toMatch(/\n\s+at /);
});

test('row 60: a damaged database is reported and left as it is', async () => {
  const damaged = newDataDir();
  writeFileSync(join(damaged, 'meridian.db'), 'this is no database, and never was '.repeat(400));
  const ending = await startInVain({ PORT: '0', DATA_DIR: damaged });
  rmSync(damaged, { recursive: true, force: true });
  expect(ending.code).toBe(1);
  expect(ending.printed).toContain('meridian.db is damaged');
});
