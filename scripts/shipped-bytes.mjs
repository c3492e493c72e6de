import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * What a browser has to load until a page works: the entry, the page's own chunks, everything that these
 * import statically, and the data worker. Read from Vite's manifest of the build, so that adding an import
 * anywhere shows here.
 *
 * @typedef {{ file: string, bytes: number, worker: boolean }} Part
 * @typedef {{ js: Part[], css: Part[] }} Shipped
 * @typedef {{ file: string, imports?: string[], css?: string[], src?: string }} Chunk
 */

/** Which routes' chunks make up a page, outermost first. */
export const PAGES = {
  '/login': ['src/routes/__root.tsx', 'src/routes/login.tsx'],
  '/dashboard': [
    'src/routes/__root.tsx',
    'src/routes/_console.tsx',
    'src/routes/_console/dashboard.tsx',
  ],
};

/**
 * @param {string} dist
 * @param {readonly string[]} routes files of the routes that make up the page
 * @returns {Shipped}
 */
export function shippedTo(dist, routes) {
  const manifest = /** @type {Record<string, Chunk>} */ (
    JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'))
  );
  const starts = ['index.html', ...routes.flatMap((route) => chunksOfRoute(manifest, route))];
  const keys = closure(manifest, starts);
  const chunks = [...keys].flatMap((key) => manifest[key] ?? []);
  const js = new Set(chunks.map(({ file }) => file).filter((file) => file.endsWith('.js')));
  const css = new Set(chunks.flatMap((chunk) => chunk.css ?? []));
  const workers = workersOf(dist, manifest, js);
  return {
    js: [
      ...[...js].map((file) => part(dist, file, false)),
      ...workers.map((file) => part(dist, file, true)),
    ],
    css: [...css].map((file) => part(dist, file, false)),
  };
}

/** @param {readonly Part[]} parts */
export const sumOf = (parts) => parts.reduce((total, { bytes }) => total + bytes, 0);

/**
 * The router's plugin splits a route's component off as `<file>?tsr-split=component`.
 *
 * @param {Record<string, Chunk>} manifest
 * @param {string} route
 */
function chunksOfRoute(manifest, route) {
  return Object.keys(manifest).filter(
    (key) => key.startsWith(`${route}?tsr-split=`) && !key.includes('tsr-split=errorComponent'),
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
 * @param {string} dist
 * @param {string} file
 * @param {boolean} worker
 * @returns {Part}
 */
function part(dist, file, worker) {
  const bytes = gzipSync(readFileSync(join(dist, 'console', file)), { level: 9 }).length;
  return { file, bytes, worker };
}
