import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../tests/server/start-server.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';

/** More than the process has threads for files, names and passwords. */
const UPLOADS = 8;

test('a directory of bundles that hangs keeps neither names nor sign-ins waiting', async () => {
  const directory = await temporaryDir();
  const server = await startServer({ alone: true, env: { BUNDLE_STORE: `file:${directory}` } });
  const { cookie } = await server.signUp();
  // Whoever opens a pipe that nobody writes to waits as for a mount that is gone.
  const ids = Array.from({ length: UPLOADS }, () => randomBytes(16).toString('hex'));
  const pipes = ids.map((id) => join(directory, 'resumable', `${id}.json`));
  execFileSync('mkfifo', pipes);
  const headers = { 'tus-resumable': '1.0.0' };
  const hanging = ids.map((id) =>
    server.call(`/api/zip/uploads/${id}`, { method: 'HEAD', cookie, headers }),
  );
  onTestFinished(async () => {
    const writers = pipes.map((path) => openSync(path, constants.O_RDWR | constants.O_NONBLOCK));
    for (const path of pipes) rmSync(path);
    for (const writer of writers) closeSync(writer);
    await Promise.all(hanging);
    await server.close();
  });
  const first = await Promise.race([hanging[0], new Promise((r) => setTimeout(r, 500, 'hangs'))]);
  expect(first).toBe('hangs');
  await lookup('localhost');
  await server.signUp();
  expect((await server.call('/readyz')).status).toBe(200);
});
