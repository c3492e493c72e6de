import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import { openConsole } from './console.ts';
import { startServer } from './start-server.ts';
import { temporaryDir } from './temporary-dir.ts';

/** The block of docs/tls.md before a server, with other ports, and without the certificate that only its owner has. */
const [, BLOCK = ''] =
  /```nginx\n([\s\S]*?)```/.exec(
    readFileSync(resolve(import.meta.dirname, '../../docs/tls.md'), 'utf8'),
  ) ?? [];

async function startNginx(target: string): Promise<string> {
  const folder = await temporaryDir();
  const port = await freePort();
  const block = BLOCK.replace(/listen 443 ssl;/, `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_.*\n/gm, '')
    .replace('http://127.0.0.1:8066', target);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    `pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}
http { access_log off; ${temporary}\n${block} }`,
  );
  const nginx = spawn('nginx', ['-p', folder, '-c', config, '-g', 'daemon off;']);
  onTestFinished(() => void nginx.kill());
  const url = `http://127.0.0.1:${port}`;
  await expect.poll(() => fetch(`${url}/readyz`).then((answer) => answer.ok, String)).toBe(true);
  return url;
}

test('docs/tls.md has a block for nginx', () => expect(BLOCK).toContain('proxy_pass'));

describe.skipIf(spawnSync('nginx', ['-v']).status !== 0)('behind nginx, where there is one', () => {
  test('the address is the visitor’s, sockets are live, and a large upload passes', async () => {
    const server = await startServer({ alone: true, env: { TRUSTED_PROXIES: '1' } });
    onTestFinished(() => server.close());
    const url = await startNginx(server.url);
    const { cookie } = await server.signUp();
    // What a visitor says of an address is not believed.
    const login = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
      body: JSON.stringify({ username: 'nobody', password: 'not the password' }),
    });
    expect(login.status).toBe(401);
    expect(JSON.stringify(server.logged)).not.toContain('203.0.113.9');
    const live = await openConsole(url, { cookie });
    await live.waitFor(({ type }) => type === 'hello');
    live.socket.close();
    // More than the megabyte that nginx takes by default.
    const form = new FormData();
    form.set('targetPlatforms', '[]');
    form.set('priority', 'standard');
    form.set('zipfile', new Blob([Buffer.alloc(3 * 1024 * 1024)]), 'large.zip');
    const upload = await fetch(`${url}/api/zip/upload`, {
      method: 'POST',
      headers: { cookie },
      body: form,
    });
    expect([upload.status, await upload.json()]).not.toContain(413);
    expect(upload.headers.get('server')).toContain('nginx');
  });
});
