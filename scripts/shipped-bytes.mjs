import { readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * What a browser has to load until a page works: the entry, the page's own chunks, everything that these
 * import statically, and the data worker. Read from Vite's manifest of the build, so that adding an import
 * anywhere shows here.
 *
 * @typedef {{ file: string, bytes: number, worker: boolean }} Part
 * @typedef {{ js: Part[], css: Part[] }} Shipped
 * @typedef {{ file: string, imports?: string[], css?: string[], name?: string }} Chunk
 */

/** What every page loads, the last of it after the page is drawn. */
const EVERY = ['src/routes/__root.tsx', 'src/ui/tip/tip-area.tsx'];

/** Which sources' chunks make up a page, outermost first. What a form needs to send itself comes later. */
export const PAGES = {
  '/login': [...EVERY, 'src/routes/login.tsx'],
  '/login, signing in': [...EVERY, 'src/routes/login.tsx', 'src/link/account.ts'],
  '/dashboard': [
    ...EVERY,
    'src/routes/_console.tsx',
    'src/routes/_console/dashboard.tsx',
    'src/worker/outbox-device.ts',
  ],
};

/**
 * @param {string} dist
 * @param {readonly string[]} sources files whose chunks make up the page
 * @returns {Shipped}
 */
export function shippedTo(dist, sources) {
  const manifest = /** @type {Record<string, Chunk>} */ (
    JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'))
  );
  const starts = ['index.html', ...sources.flatMap((source) => chunksOf(manifest, source))];
  const keys = closure(manifest, starts);
  const chunks = [...keys].flatMap((key) => manifest[key] ?? []);
  const js = new Set(chunks.map(({ file }) => file).filter((file) => file.endsWith('.js')));
  const css = new Set(chunks.flatMap((chunk) => chunk.css ?? []));
  const workers = workersOf(dist, manifest, js);
  const workerParts = workers.flatMap((file) => partsOfWorker(dist, file, sources));
  return {
    js: [
      ...[...js].map((file) => part(dist, file, false)),
      ...[...workers, ...workerParts].map((file) => part(dist, file, true)),
    ],
    css: [...css].map((file) => part(dist, file, false)),
  };
}

/** @param {readonly Part[]} parts */
export const sumOf = (parts) => parts.reduce((total, { bytes }) => total + bytes, 0);

/**
 * A source that is imported on demand is a chunk with its path, or, when others share it, with its name; of a
 * route the router's plugin makes `<file>?tsr-split=component`.
 *
 * @param {Record<string, Chunk>} manifest
 * @param {string} source
 */
function chunksOf(manifest, source) {
  const name = parse(source).name;
  return Object.keys(manifest).filter(
    (key) =>
      key === source ||
      (key.startsWith('_') && manifest[key]?.name === name) ||
      (key.startsWith(`${source}?tsr-split=`) && !key.includes('tsr-split=errorComponent')),
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
  const bytes = gzipSync(readFileSync(join(dist, 'console', file)), { level: 9 }).length;
  return { file, bytes, worker };
}
