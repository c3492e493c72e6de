import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sendRaw, statusesIn } from '../../tests/server/raw.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';
import { createAnswerHeaders } from './security-headers.ts';

const GUARD = "\n  document.title = 'a < b';\n";
const PAGE = `<!doctype html><title>Console</title><script>${GUARD}</script><script type="module" src="/assets/app-1a2b.js"></script>`;
const SCRIPT = 'console.log("the console");'.repeat(20);

let directory: string;
let server: TestServer;
let cookie: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'meridian-pages-'));
  const consoleDir = join(directory, 'console');
  await mkdir(join(consoleDir, 'assets'), { recursive: true });
  await mkdir(join(consoleDir, '.vite'));
  const files: Record<string, string | Buffer> = {
    'index.html': PAGE,
    'service-worker.js': SCRIPT,
    'assets/app-1a2b.js': SCRIPT,
    'assets/app-1a2b.js.br': brotliCompressSync(SCRIPT),
    'assets/app-1a2b.js.map': '{}',
    '.vite/manifest.json': '{}',
    '.env': 'SECRET=1',
    '../secret.txt': 'secret',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(consoleDir, name), text);
  server = await startServer({
    alone: true,
    paths: { root: directory, consoleDir, templatesDir: consoleDir, build: 'test-build' },
  });
  cookie = (await server.signUp()).cookie;
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

const policyOf = (answer: Response) => answer.headers.get('content-security-policy') ?? '';
const DOCUMENT = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-dest': 'document' };

describe('headers', () => {
  test('every answer carries them: pages, files, calls, errors', async () => {
    const answers = [
      await server.call('/', { headers: DOCUMENT }),
      await server.call('/assets/app-1a2b.js'),
      await server.call('/assets/missing.js'),
      await server.call('/api/auth/session', { cookie }),
      await server.call('/api/auth/session'),
      await server.call('/api/nowhere'),
      await server.call('/api/auth/login', { json: 1 }),
      await server.call('/api/auth/session', { method: 'PUT' }),
      await server.call('/%zz'),
      await server.call('/ws'),
      await server.call('/metrics'),
    ];
    for (const answer of answers) {
      const { headers } = answer;
      expect([answer.url, headers.get('x-content-type-options')]).toEqual([answer.url, 'nosniff']);
      expect(policyOf(answer)).toContain("default-src 'none'");
      expect(policyOf(answer)).toContain("frame-ancestors 'none'");
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('x-powered-by') ?? headers.get('server')).toBeNull();
      if ((await answer.text()) !== '')
        expect(headers.get('content-type')).toMatch(/charset=utf-8$|^text\/plain/);
    }
  });

  test('pages isolate their window and switch off device features', async () => {
    for (const path of ['/', '/service-worker.js', '/login']) {
      const { headers } = await server.call(path, { headers: DOCUMENT });
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toContain('camera=()');
    }
  });

  test('hashed assets carry what a worker may do, and nothing of documents', async () => {
    const asset = await server.call('/assets/app-1a2b.js');
    expect(policyOf(asset)).toMatch(
      /script-src 'self'; connect-src 'self'; .*trusted-types default$/,
    );
    expect(asset.headers.get('permissions-policy')).toBeNull();
  });

  test('only scripts of this server and the inline script with its hash may run', async () => {
    const policy = policyOf(await server.call('/', { headers: DOCUMENT }));
    const hash = createHash('sha256').update(GUARD).digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toMatch(/unsafe|\*|https?:/);
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default");
    expect(policy).toContain("style-src 'self';");
  });

  test('style elements need the nonce that the build wrote into the page', () => {
    const html = '<meta name="csp-nonce" content="abc-_9" /><title>Console</title>';
    const policy = createAnswerHeaders(() => html).page('/')['content-security-policy'];
    expect(policy).toContain("style-src 'self' 'nonce-abc-_9'; style-src-attr 'unsafe-inline';");
  });

  test('every inline script has its hash, also with tags in upper case', () => {
    const html = '<script>one()</script><SCRIPT>two()</SCRIPT><script src="x"></script>';
    const policy = createAnswerHeaders(() => html).page('/')['content-security-policy'];
    for (const text of ['one()', 'two()'])
      expect(policy).toContain(createHash('sha256').update(text).digest('base64'));
    expect(policy?.match(/sha256-/g)).toHaveLength(2);
  });

  test('a build under the running server brings its own hashes', async () => {
    const path = join(directory, 'console', 'index.html');
    const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');
    onTestFinished(() => writeFile(path, PAGE));
    await writeFile(`${path}.next`, PAGE.replace(GUARD, 'next()'));
    await rename(`${path}.next`, path);
    const answer = await server.call('/', { headers: DOCUMENT });
    expect(await answer.text()).toContain('next()');
    expect(policyOf(answer)).toContain(`script-src 'self' 'sha256-${hashOf('next()')}';`);
    await rm(path);
    expect(policyOf(await server.call('/service-worker.js'))).toContain(hashOf('next()'));
  });

  test('a prerendered page allows its own scripts, under each of its names', async () => {
    const hash = createHash('sha256').update('ofDashboard()').digest('base64');
    const drawn = join(directory, 'console', 'page-console.html');
    onTestFinished(() => rm(drawn));
    await writeFile(drawn, PAGE.replace(GUARD, 'ofDashboard()'));
    for (const path of ['/dashboard', '/dashboard?show=logs', '/page-console.html'])
      expect(policyOf(await server.call(path, { headers: DOCUMENT }))).toContain(hash);
    expect(policyOf(await server.call('/', { headers: DOCUMENT }))).not.toContain(hash);
  });

  test('answers of calls are never cached', async () => {
    for (const path of ['/api/auth/session', '/api/nowhere', '/api/activity/logs'])
      expect((await server.call(path, { cookie })).headers.get('cache-control')).toBe('no-store');
  });
});

describe('files', () => {
  test('hashed assets are immutable, pages and the service worker are revalidated', async () => {
    const asset = await server.call('/assets/app-1a2b.js');
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
    for (const path of ['/', '/dashboard', '/service-worker.js']) {
      const answer = await server.call(path);
      expect([path, answer.headers.get('cache-control')]).toEqual([path, 'no-cache']);
      const etag = answer.headers.get('etag') ?? '';
      expect(etag).not.toBe('');
      // Not by fetch, which adds `cache-control: no-cache` to a condition that it did not make itself.
      const again = await sendRaw(
        server.url,
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: ${etag}\r\nConnection: close\r\n\r\n`,
      );
      expect([path, statusesIn(again)]).toEqual([path, [304]]);
    }
  });

  test('a compressed copy is sent to clients that accept it, under the name of the file', async () => {
    const answer = await server.call('/assets/app-1a2b.js', {
      headers: { 'accept-encoding': 'br' },
    });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('vary')).toBe('accept-encoding');
    expect(await answer.text()).toBe(SCRIPT);
    const plain = await server.call('/assets/app-1a2b.js', {
      headers: { 'accept-encoding': 'identity' },
    });
    expect(plain.headers.get('content-encoding')).toBeNull();
  });

  test('every address of the console gets its page, also unknown ones', async () => {
    for (const path of ['/', '/login', '/admin/heartbeat', '/no/such/screen?x=1.js']) {
      const answer = await server.call(path, { headers: DOCUMENT });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(await answer.text()).toBe(PAGE);
    }
  });

  test('a missing file is 404 and never the page', async () => {
    const headers = { accept: '*/*', 'sec-fetch-dest': 'script' };
    for (const path of [
      '/assets/gone-9f.js',
      '/assets/gone',
      '/gone.js',
      '/favicon.ico',
      '/gone',
    ]) {
      const answer = await server.call(path, { headers });
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      expect([path, answer.headers.get('cache-control')]).toEqual([path, 'no-store']);
    }
    for (const path of ['/api/gone', '/ws/gone', '/mesh/gone', '/.well-known/gone', '/metrics/x'])
      expect((await server.call(path, { headers: DOCUMENT })).status).toBe(404);
  });

  test('nothing outside the console is served: dot files, maps, sources, data, parents', async () => {
    const paths = [
      '/.env',
      '/.vite/manifest.json',
      '/assets/app-1a2b.js.map',
      '/assets/app-1a2b.js.br',
      '/assets/',
      '/../secret.txt',
      '/assets/../../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/..%5csecret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '//secret.txt',
      '/index.html%00.js',
      '/package.json',
      '/data/meridian.db',
      '/server/main.ts',
    ];
    for (const path of paths) {
      const received = await sendRaw(
        server.url,
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      );
      const [status] = statusesIn(received);
      expect([path, status === 404 || status === 403 || status === 400]).toEqual([path, true]);
      expect(received).not.toMatch(/SECRET|secret$/);
    }
  });

  test('calls work without a built console', async () => {
    const none = join(directory, 'none');
    const bare = await startServer({
      alone: true,
      paths: { root: directory, consoleDir: none, templatesDir: none, build: 'x' },
    });
    expect((await bare.call('/', { headers: DOCUMENT })).status).toBe(404);
    expect((await bare.call('/api/auth/session')).status).toBe(401);
    await bare.close();
  });
});
