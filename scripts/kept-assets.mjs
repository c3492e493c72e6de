import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A tab left open may ask for a chunk of the build it was loaded from, and a server that runs on for one that it has not needed
 * before: so many older builds' are kept.
 */
const BUILDS_KEPT = 2;

/**
 * The hashed files of one build: of its console, with what was compressed beside them, and of its server.
 * @typedef {{ id: string, files: string[], chunks?: string[] }} Generation
 */

/**
 * @param {string} built folder of a build
 * @param {string} id its name
 * @returns {Generation}
 */
export function generationOf(built, id) {
  return {
    id,
    files: namesIn(join(built, 'console/assets')).map((name) => `assets/${name}`),
    chunks: namesIn(join(built, 'server')).filter((name) => name.startsWith('chunk-')),
  };
}

/** @param {string} folder */
const namesIn = (folder) => (existsSync(folder) ? readdirSync(folder).sort() : []);

/**
 * Copies the hashed files of the builds before this one into it, where it has none of that name.
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
  const kept = older.flatMap(({ files, chunks = [] }) => [
    ...files.map((file) => `console/${file}`),
    ...chunks.map((chunk) => `server/${chunk}`),
  ]);
  for (const file of new Set(kept)) {
    const source = join(from, file);
    const target = join(to, file);
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
