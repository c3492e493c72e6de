import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as vite } from 'vite';
import { compressFolder } from './compress.mjs';
import { assetsOf, keepAssets } from './kept-assets.mjs';
import { builtRelease } from './release.mjs';
import { serverBuild } from './server-build.mjs';
import { fingerprint } from './sources.mjs';

/**
 * `npm run build`: console and server into `dist/`.
 *
 *   console/          what is served, with .br and .gz beside it, and the last two builds' assets
 *   server/main.js    the server, with chunks beside it; server/inspect-thread.js runs beside it
 *   manifest.json     Vite's: which chunk imports which
 *   build.json        id (of the sources, as the page says it), builtAt, sources (the fingerprint), generations
 *
 * All of it is made in a folder beside `dist/` and takes its place at the end: a build that is killed
 * leaves the old one as it was.
 */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const next = join(root, 'dist.next');
const old = join(root, 'dist.old');

// What is built is what is shipped, whoever asks: a test's own NODE_ENV would make another page of it.
process.env.NODE_ENV = 'production';

try {
  await build(process.argv.includes('--quiet') ? 'warn' : 'info');
} catch (error) {
  // What is wrong with a source is told in the message; a trace through the bundler tells nothing.
  const isSource = error instanceof Error && 'errors' in error;
  console.error(isSource ? error.message : error);
  process.exitCode = 1;
}

/** @param {'info' | 'warn'} logLevel */
async function build(logLevel) {
  const sources = fingerprint(root);
  rmSync(next, { recursive: true, force: true });
  await vite({ root, logLevel, build: { outDir: join(next, 'console'), emptyOutDir: true } });
  await vite(serverBuild(root, join(next, 'server'), logLevel));
  takeManifestOut();
  await compressFolder(join(next, 'console'));
  const current = {
    id: builtRelease(join(next, 'console')),
    files: assetsOf(join(next, 'console')),
  };
  const generations = keepAssets(dist, next, current);
  const facts = { id: current.id, builtAt: new Date().toISOString(), sources, generations };
  writeFileSync(join(next, 'build.json'), `${JSON.stringify(facts, null, 2)}\n`);
  takePlace();
}

/** The manifest is for the tools of this house, not for the public. */
function takeManifestOut() {
  const folder = join(next, 'console/.vite');
  renameSync(join(folder, 'manifest.json'), join(next, 'manifest.json'));
  rmSync(folder, { recursive: true });
}

function takePlace() {
  rmSync(old, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  renameSync(dist, old);
  renameSync(next, dist);
  rmSync(old, { recursive: true, force: true });
  if (!existsSync(dist)) throw new Error('dist/ is not there after the build');
}
