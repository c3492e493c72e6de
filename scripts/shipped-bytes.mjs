import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, parse } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * What a browser has to load until a page works: the chunks that it names, everything that these import
 * statically, the stylesheets of its HTML, and the data worker. Read from Vite's manifest of the build, so that
 * adding an import anywhere shows here.
 *
 * @typedef {{ file: string, bytes: number, served: number, worker: boolean }} Part bytes after gzip -9, and as
 * the server sends them: made by Brotli where that is worth it
 * @typedef {{ js: Part[], css: Part[], html: Part[] }} Shipped
 * @typedef {{ html: string, parts: readonly string[] }} Page its HTML, and names of chunks or files of sources
 * @typedef {{ file: string, imports?: string[], css?: string[], name?: string }} Chunk
 */

/** What every page loads, the last of it after the page is drawn. */
const EVERY = ['boot', 'page', 'src/ui/tip/tip-area.tsx'];

/** The form, and after it what stands at its foot. */
const SIGN_IN = [...EVERY, 'gate', 'src/routes/-gate-foot.tsx'];

/** Outermost first. What a form needs to send itself comes later. */
export const PAGES = {
  '/login': { html: 'page-login.html', parts: SIGN_IN },
  '/login, signing in': { html: 'page-login.html', parts: [...SIGN_IN, 'link'] },
  '/dashboard': {
    html: 'page-dashboard.html',
    parts: [
      ...EVERY,
      'link',
      'console',
      'src/link/updates/console-updates.ts',
      '-console-update',
      'src/first-paint/keep-last-known.ts',
      'src/worker/outbox/outbox-device.ts',
    ],
  },
};

/**
 * @param {string} dist
 * @param {Page} page
 * @returns {Shipped}
 */
export function shippedTo(dist, { html, parts }) {
  const manifest = /** @type {Record<string, Chunk>} */ (
    JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'))
  );
  const keys = closure(
    manifest,
    parts.flatMap((source) => chunksOf(manifest, source)),
  );
  const chunks = [...keys].flatMap((key) => manifest[key] ?? []);
  const js = new Set(chunks.map(({ file }) => file).filter((file) => file.endsWith('.js')));
  const css = new Set([...chunks.flatMap((chunk) => chunk.css ?? []), ...linkedStyles(dist, html)]);
  const workers = workersOf(dist, manifest, js);
  const workerParts = workers.flatMap((file) => partsOfWorker(dist, file, parts));
  return {
    js: [
      ...[...js].map((file) => part(dist, file, false)),
      ...[...workers, ...workerParts].map((file) => part(dist, file, true)),
    ],
    css: [...css].map((file) => part(dist, file, false)),
    html: [part(dist, html, false)],
  };
}

/** @param {Shipped} shipped @returns {number} bytes of all of it, as the server sends them */
export const servedSum = ({ js, css, html }) =>
  [...js, ...css, ...html].reduce((total, { served }) => total + served, 0);

/** @param {readonly Part[]} parts */
export const sumOf = (parts) => parts.reduce((total, { bytes }) => total + bytes, 0);

/**
 * A source that is imported on demand is a chunk with its path, or, when it travels with others, with its name.
 *
 * @param {Record<string, Chunk>} manifest
 * @param {string} source
 */
function chunksOf(manifest, source) {
  const name = parse(source).name;
  return Object.keys(manifest).filter(
    (key) => key === source || (key.startsWith('_') && manifest[key]?.name === name),
  );
}

/**
 * @param {string} dist
 * @param {string} html
 * @returns {string[]} the stylesheets that the page asks for by itself
 */
function linkedStyles(dist, html) {
  const text = readFileSync(join(dist, 'console', html), 'utf8');
  return [...text.matchAll(/rel="stylesheet"[^>]*href="\/([^"]+)"/g)].flatMap(
    ([, file]) => file ?? [],
  );
}

/**
 * @param {Record<string, Chunk>} manifest
 * @param {readonly string[]} starts
 */
function closure(manifest, starts) {
  const seen = new Set(starts);
  for (const key of seen) for (const next of manifest[key]?.imports ?? []) seen.add(next);
  return seen;
}

/**
 * Vite's manifest leaves out workers: they are the scripts that a chunk names and the manifest does not.
 *
 * @param {string} dist
 * @param {Record<string, Chunk>} manifest
 * @param {ReadonlySet<string>} files
 */
function workersOf(dist, manifest, files) {
  const known = new Set(Object.values(manifest).map(({ file }) => file));
  const named = [...files].flatMap((file) => {
    const code = readFileSync(join(dist, 'console', file), 'utf8');
    return [...code.matchAll(/assets\/[\w.-]+\.js/g)].map(([name]) => name);
  });
  return [...new Set(named)].filter((name) => !known.has(name));
}

/**
 * What the worker loads once the page is open: its sources among the page's, as its own code names them.
 *
 * @param {string} dist
 * @param {string} worker
 * @param {readonly string[]} sources
 */
function partsOfWorker(dist, worker, sources) {
  const code = readFileSync(join(dist, 'console', worker), 'utf8');
  return sources
    .filter((source) => source.startsWith('src/worker/'))
    .flatMap((source) => new RegExp(`${parse(source).name}-[\\w-]+\\.js`).exec(code) ?? [])
    .map((name) => `assets/${name}`);
}

/**
 * @param {string} dist
 * @param {string} file
 * @param {boolean} worker
 * @returns {Part}
 */
function part(dist, file, worker) {
  const path = join(dist, 'console', file);
  const content = readFileSync(path);
  const bytes = gzipSync(content, { level: 9 }).length;
  const served = existsSync(`${path}.br`) ? statSync(`${path}.br`).size : content.length;
  return { file, bytes, served, worker };
}
