import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { CLOSE } from '../../contract/live.ts';
import { freePort } from '../../scripts/free-port.mjs';
import { registerOperator, signInOperator } from '../e2e/operator.ts';
import { newDataDir, startProduct, startRefused } from '../e2e/product.ts';

/** The server's process: what it prints, how it ends, and what a restart keeps. */

test('it prints its address, who may sign in and how long the start took, once it answers', async () => {
  const product = await startProduct();
  for (const port of product.ports)
    await expect.poll(product.printed).toContain(`up at http://localhost:${port}`);
  expect(product.printed()).toMatch(/nobody yet: sign up at http:\S+\/signup/);
  expect(product.printed()).toMatch(/started in \d+\.\d+ s/);
  await product.stop();
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends it with code 0 within five seconds, although a socket is open',
  async (signal) => {
    const product = await startProduct();
    const operator = await registerOperator(product);
    const socket = new WebSocket(`${product.url.replace('http', 'ws')}/ws`, {
      headers: { cookie: operator.cookie, origin: product.url },
    });
    const goodbye = new Promise<number>((closed) => socket.once('close', closed));
    await new Promise((received) => socket.once('message', received));
    const exit = await product.stop(signal);
    expect(exit).toMatchObject({ code: 0, signal: null });
    expect(exit.afterMs).toBeLessThan(5000);
    expect(await goodbye).toBe(CLOSE.restart);
  },
);

test('accounts, sessions and activity are there after a restart, and after being killed', async () => {
  const product = await startProduct();
  const operator = await registerOperator(product, 'grace');
  const rows = await operator.read<{ id: number }[]>('/api/activity/logs');
  expect(rows.length).toBeGreaterThan(0);
  expect(await product.stop('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });

  await product.start();
  const again = await signInOperator(product, 'grace');
  const kept = await again.read<{ id: number }[]>('/api/activity/logs');
  expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(rows.map(({ id }) => id)));
  expect((await operator.call('/api/auth/session')).status).toBe(200);
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

test('a taken port is reported in one sentence, and the process ends', async () => {
  const port = await freePort();
  const holder: Server = createServer();
  await new Promise<void>((listening) => holder.listen(port, '127.0.0.1', listening));
  const exit = await startRefused({ PORT: String(port), DATA_DIR: newDataDir() });
  holder.close();
  expect(exit.code).toBe(1);
  expect(exit.printed).toContain(`Port ${port} is taken`);
  expect(exit.printed).not.toMatch(/\n\s+at /);
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
  const exit = await startRefused({ PORT: '0', DATA_DIR: newDataDir(), [variable]: value });
  expect(exit.code).toBe(1);
  expect(exit.printed).toContain(variable);
  expect(exit.printed).not.toMatch(/\n\s+at /);
});

test('a wrong field of the mesh configuration is refused by its name', async () => {
  const dataDir = newDataDir();
  const path = join(dataDir, 'mesh.json');
  writeFileSync(
    path,
    '{"product":"Meridian","parentSite":"https://mesh.example","platforms":"six"}',
  );
  const exit = await startRefused({ PORT: '0', DATA_DIR: dataDir, MESH_CONFIG: path });
  expect(exit.code).toBe(1);
  expect(exit.printed).toContain('platforms');
  expect(exit.printed).not.toMatch(/\n\s+at /);
});

test('a damaged database is reported and not replaced', async () => {
  const damaged = newDataDir();
  const database = 'this is no database, and never was '.repeat(400);
  writeFileSync(join(damaged, 'meridian.db'), database);
  const exit = await startRefused({ PORT: '0', DATA_DIR: damaged });
  expect(exit.code).toBe(1);
  expect(exit.printed).toContain('meridian.db is damaged');
  expect(readFileSync(join(damaged, 'meridian.db'), 'utf8')).toBe(database);
});
