import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LAUNCH_PICTURES } from '../../scripts/icon-list.mjs';
import { productPage } from '../../scripts/product-page.mjs';

const PRODUCT = 'The "Quoted" $& Console';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meridian-page-'));
  writeFileSync(join(folder, 'mesh.json'), JSON.stringify({ product: PRODUCT, parentSite: 'x' }));
  writeFileSync(join(folder, 'index.html'), '<title>%PRODUCT%</title><i>%PARENT_SITE%</i>');
  vi.stubEnv('MESH_CONFIG', join(folder, 'mesh.json'));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test('the product’s name reaches the page and the web manifest, whatever it is made of', async () => {
  const outDir = join(folder, 'out');
  const publicDir = join(import.meta.dirname, '../../public');
  await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    publicDir,
    plugins: [productPage()],
    build: { outDir },
  });
  const manifest = JSON.parse(readFileSync(join(outDir, 'manifest.webmanifest'), 'utf8'));
  expect([manifest.name, manifest.short_name]).toEqual([PRODUCT, PRODUCT]);
  const html = readFileSync(join(outDir, 'index.html'), 'utf8');
  expect(html).toContain('The &#34;Quoted&#34; $&#38; Console');
  expect(html).not.toContain('%PRODUCT%');
  const pictures = [...html.matchAll(/rel="apple-touch-startup-image" href="([^"]+)"/g)];
  expect(pictures.map(([, path]) => path)).toEqual(LAUNCH_PICTURES.map(({ path }) => path));
});
