import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A tab left open may ask for a chunk of the build it was loaded from: so many older builds' are kept. */
const BUILDS_KEPT = 2;

/**
 * The hashed files of one build, with what was compressed beside them.
 * @typedef {{ id: string, files: string[] }} Generation
 */

/**
 * @param {string} console_ folder of a built console
 * @returns {string[]} its hashed files, relative to it
 */
export function assetsOf(console_) {
  const folder = join(console_, 'assets');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => `assets/${name}`);
}

/**
 * Copies the assets of the builds before this one into it, where it has none of that name.
 *
 * @param {string} from `dist/` as it was, which may not exist
 * @param {string} to the folder of the new build
 * @param {Generation} current the new build
 * @returns {Generation[]} what is to be remembered for the next build, newest first
 */
export function keepAssets(from, to, current) {
  const older = rememberedIn(from)
    .filter(({ id }) => id !== current.id)
    .slice(0, BUILDS_KEPT);
  for (const file of new Set(older.flatMap(({ files }) => files))) {
    const source = join(from, 'console', file);
    const target = join(to, 'console', file);
    if (existsSync(target) || !existsSync(source)) continue;
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(source, target);
  }
  return [current, ...older];
}

/**
 * @param {string} dist
 * @returns {Generation[]}
 */
function rememberedIn(dist) {
  const path = join(dist, 'build.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).generations : [];
}
