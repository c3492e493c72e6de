import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build as vite } from 'vite';
import { compressFolder } from './compress.mjs';
import { generationOf, keepAssets } from './kept-assets.mjs';
import { builtRelease } from './release.mjs';
import { fingerprint } from './sources.mjs';
import { writeThirdParty } from './third-party.mjs';

/**
 * `npm run build`: console and server into `dist/`.
 *
 *   console/          a whole console for any static server, with .br and .gz beside it, and the last two builds' assets
 *   templates/        its pages with placeholders, in which our own server puts the names of its configuration
 *   server/main.js    the server, with chunks beside it, and the last two builds'; server/inspect-thread.js runs beside it
 *   manifest.json     Vite's: which chunk imports which
 *   sbom.cdx.json, third-party-licences.txt
 *                     what of others is in it; not served
 *   build.json        id (of the sources, as the page says it), builtAt, sources (the fingerprint), generations
 *
 * All of it is made in a folder beside `dist/` and takes its place at the end: a build that is killed
 * leaves the old one as it was.
 */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const next = join(root, 'dist.next');
const old = join(root, 'dist.old');

/** Exit code of a build that was asked to check the configuration and found a fault (EX_CONFIG of sysexits.h). */
const WRONG_CONFIG = 78;

// What is built is what is shipped, whoever asks: a test's own NODE_ENV would make another page of it.
process.env.NODE_ENV = 'production';

/** @param {'info' | 'warn'} logLevel */
async function build(logLevel) {
  const sources = fingerprint(root);
  rmSync(next, { recursive: true, force: true });
  // npm works beside the bundler.
  await Promise.all([buildParts(logLevel), writeThirdParty(root, next)]);
  const current = generationOf(next, builtRelease(join(next, 'console')));
  const generations = keepAssets(dist, next, current);
  const info = { id: current.id, builtAt: new Date().toISOString(), sources, generations };
  writeFileSync(join(next, 'build.json'), `${JSON.stringify(info, null, 2)}\n`);
  takePlace();
}

/** @param {'info' | 'warn'} logLevel */
async function buildParts(logLevel) {
  await vite(serverBuild(root, join(next, 'server'), logLevel));
  if (process.argv.includes('--check-config')) await checkConfig();
  await vite({ root, logLevel, build: { outDir: join(next, 'console'), emptyOutDir: true } });
  takeManifestOut();
  await vite(reportPageBuild(logLevel));
  await compressFolder(join(next, 'console'));
}

/** Before the long part of the build, and before anything in `dist/` is replaced. */
async function checkConfig() {
  const { readConfig } = await import(pathToFileURL(join(next, 'server/config.js')).href);
  try {
    readConfig(process.env, root);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ConfigError') throw error;
    console.error(error.message);
    process.exit(WRONG_CONFIG);
  }
}

/** Our own scripts read the manifest; it is not served. */
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

/** They load a compiled library of the platform from their own folder. */
const NATIVE = ['libsql', '@node-rs/argon2'];

/** Half the text is compiled in half the time; names stay, for the traces in the log. */
const SMALLER = {
  compress: { target: 'es2023', keepNames: { function: true, class: true } },
  mangle: { keepNames: true },
};

/**
 * The server with its dependencies in a few files: a start reads those instead of a thousand. What its entries share,
 * and what is imported late, is a chunk.
 *
 * @param {string} root of the repository
 * @param {string} outDir
 * @param {'info' | 'warn'} logLevel
 * @returns {import('vite').InlineConfig}
 */
function serverBuild(root, outDir, logLevel) {
  return {
    root,
    configFile: false,
    publicDir: false,
    logLevel,
    ssr: { target: 'node', noExternal: true, external: NATIVE },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20.19',
      rolldownOptions: {
        input: {
          main: join(root, 'server/main.ts'),
          config: join(root, 'server/config/config.ts'),
          'inspect-thread': join(root, 'server/bundles/inspection/inspect-thread.ts'),
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunk-[hash].js',
          minify: SMALLER,
        },
      },
    },
  };
}

/**
 * The one script of a page that stands alone, under a name that stays.
 *
 * @param {'info' | 'warn'} logLevel
 * @returns {import('vite').InlineConfig}
 */
function reportPageBuild(logLevel) {
  const entry = join(root, 'src/verify-report/main.ts');
  return {
    root,
    configFile: false,
    publicDir: false,
    logLevel,
    build: {
      outDir: join(next, 'console'),
      emptyOutDir: false,
      target: 'es2022',
      lib: { entry, formats: ['iife'], name: 'report', fileName: () => 'verify-report.js' },
    },
  };
}

try {
  await build(process.argv.includes('--quiet') ? 'warn' : 'info');
} catch (error) {
  // The message says what is wrong with a source; a stack trace through the bundler does not help.
  const isSource = error instanceof Error && 'errors' in error;
  console.error(isSource ? error.message : error);
  process.exitCode = 1;
}
