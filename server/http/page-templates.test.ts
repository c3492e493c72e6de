import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';
import { createPageTemplates } from './page-templates.ts';

const PAGE = `<!doctype html><title>Login · %PRODUCT%</title>
<meta name="application-name" content="%PRODUCT%" /><a href="%PARENT_SITE%">%PARENT_HOST%</a>
<script>document.title = '%OTHER%';</script>`;
const DOCUMENT = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-dest': 'document' };

/** One build, as two nodes of one checkout share it. */
let directory: string;
let consoleDir: string;
let nodes: TestServer[];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'meridian-pages-'));
  consoleDir = join(directory, 'console');
  await mkdir(consoleDir);
  const files = {
    'index.html': PAGE,
    'page-login.html': PAGE,
    'manifest.webmanifest': '{"name":"%PRODUCT%"}',
    'service-worker.js':
      'precache([{url:"index.html",revision:"%SHA384:index.html%",integrity:"sha384-%SHA384:index.html%"}]);',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(consoleDir, name), text);
  nodes = [await start('Meridian'), await start(`R&D "North" <7>`)];
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await rm(directory, { recursive: true });
});

const start = (product: string) =>
  startServer({
    alone: true,
    paths: { root: directory, consoleDir, templatesDir: consoleDir, build: 'test-build' },
    configure: (config) => ({
      ...config,
      mesh: { ...config.mesh, platforms: [], product, parentSite: 'https://parent.example/about' },
    }),
  });

const textOf = async (node: TestServer | undefined, path: string, headers = DOCUMENT) => {
  const answer = await node?.call(path, { headers });
  expect([path, answer?.status]).toEqual([path, 200]);
  return (await answer?.text()) ?? '';
};

test('two nodes with different names serve one build, each under its own name', async () => {
  const [meridian, north] = nodes;
  for (const path of ['/', '/login', '/dashboard', '/index.html', '/page-login.html']) {
    expect(await textOf(meridian, path)).toContain('<title>Login · Meridian</title>');
    expect(await textOf(north, path)).toContain(
      '<title>Login · R&#38;D &#34;North&#34; &#60;7&#62;</title>',
    );
  }
  expect(await textOf(north, '/')).toContain(
    '<a href="https://parent.example/about">parent.example</a>',
  );
  expect(JSON.parse(await textOf(north, '/manifest.webmanifest'))).toEqual({
    name: 'R&D "North" <7>',
  });
});

test('text that is no placeholder of a name is left alone', async () => {
  expect(await textOf(nodes[0], '/')).toContain("document.title = '%OTHER%'");
});

test('the service worker has the digests of the pages as they are served', async () => {
  const workers: string[] = [];
  for (const node of nodes) {
    const page = await textOf(node, '/index.html');
    const digest = createHash('sha384').update(page).digest('base64');
    const worker = await textOf(node, '/service-worker.js');
    expect(worker).toContain(`revision:"${digest}",integrity:"sha384-${digest}"`);
    workers.push(worker);
  }
  expect(workers[0]).not.toBe(workers[1]);
});

test('a filled page is compressed, revalidated and answered to HEAD', async () => {
  const [node] = nodes;
  for (const encoding of ['br', 'gzip', 'identity']) {
    const answer = await node?.call('/login', {
      headers: { ...DOCUMENT, 'accept-encoding': encoding },
    });
    expect(answer?.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
    expect(answer?.headers.get('vary')).toBe('accept-encoding');
    expect(await answer?.text()).toContain('Login · Meridian');
  }
  const first = await node?.call('/login', { headers: DOCUMENT });
  expect(first?.headers.get('cache-control')).toBe('no-cache');
  const etag = first?.headers.get('etag') ?? '';
  const again = await node?.call('/login', { headers: { ...DOCUMENT, 'if-none-match': etag } });
  expect([again?.status, await again?.text()]).toEqual([304, '']);
  const head = await node?.call('/login', { method: 'HEAD', headers: DOCUMENT });
  expect([head?.status, await head?.text()]).toEqual([200, '']);
});

test('a build under the running server replaces the page at once', async () => {
  await writeFile(join(consoleDir, 'page-login.html.next'), PAGE.replace('Login', 'Sign in'));
  await rename(join(consoleDir, 'page-login.html.next'), join(consoleDir, 'page-login.html'));
  expect(await textOf(nodes[1], '/login')).toContain('<title>Sign in · R&#38;D');
});

test('the configured platforms come with the page', async () => {
  await writeFile(
    join(consoleDir, 'plain.html'),
    '<meta name="platforms" content="%PLATFORMS%" />',
  );
  const forge = { id: 'forge', name: 'For"ge', domain: 'forge.mesh.example' };
  const names = { product: 'P', parentSite: 'https://parent.example', platforms: [forge] };
  const { text } = createPageTemplates(consoleDir, names).read('plain.html') ?? {};
  const content = /content="(?<content>[^"]*)"/.exec(text ?? '')?.groups?.content ?? '';
  expect(JSON.parse(content.replaceAll('&#34;', '"'))).toEqual([forge]);
});
