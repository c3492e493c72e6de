import { expect, test } from 'vitest';
import { pathOf } from '../../contract/paths.ts';
import { sendRaw } from '../../tests/server/raw.ts';
import { startServer } from '../../tests/server/start-server.ts';

const SECRET = 'nobody-else-may-know';

test('an address that is a secret stands in no log, however its request is refused', async () => {
  const server = await startServer({ alone: true });
  const path = pathOf('report', { secret: SECRET });
  const statuses: number[] = [];
  const ask = async (to: string, method = 'POST') =>
    statuses.push((await server.call(to, { method })).status);
  for (let i = 0; i < 12; i++) await ask(path);
  for (const [to, method] of [
    [`${path}/`, 'POST'],
    [`${path}?status=odd`, 'GET'],
    [`${path}%zz`, 'GET'],
    [`${path}${'x'.repeat(9000)}`, 'GET'],
    [path, 'DELETE'],
    [path, 'OPTIONS'],
  ] as const)
    await ask(to, method);
  await sendRaw(
    server.url,
    `POST ${path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n`,
  );
  await sendRaw(server.url, `GET ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n`);
  expect(new Set(statuses)).toEqual(new Set([404, 429, 400, 405]));
  expect(JSON.stringify(server.logged)).not.toContain(SECRET);
  await server.close();
});
