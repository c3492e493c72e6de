import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What a build is made of. `mesh.config.json`, whose names it has as defaults, is no part: a server puts in its own. */
const FOLDERS = ['contract', 'proofs', 'public', 'server', 'src', 'scripts'];
const FILES = [
  // It is shown in the console as well.
  'docs/tls.md',
  'index.html',
  'package-lock.json',
  'package.json',
  'vite.config.ts',
];

/** The router's plugin writes it while a build runs. */
const GENERATED = 'src/route-tree.gen.ts';
/** Beside what they are about, and no part of it. */
const TEST = /\.(?:test|stories)\.tsx?$/;

/**
 * One text that changes when any source does: added, removed, or written. From sizes and times alone, so
 * that asking costs a start some milliseconds.
 *
 * @param {string} root of the repository
 * @returns {string}
 */
export function fingerprint(root) {
  const hash = createHash('sha256');
  for (const path of sourceFiles(root)) {
    const { mtimeMs, size } = statSync(join(root, path));
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @returns {string} the fingerprint that the build in `dist/` was made of; empty when there is no build
 */
export function builtFingerprint(root) {
  try {
    return JSON.parse(readFileSync(join(root, 'dist/build.json'), 'utf8')).sources;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

/**
 * The name of what a build makes of these sources: from what they say, wherever and whenever they were
 * written. The same sources are no new version to anybody.
 *
 * @param {string} root of the repository
 * @returns {string} 12 hexadecimal digits
 */
export function buildId(root) {
  const hash = createHash('sha256');
  for (const path of sourceFiles(root)) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 12);
}

/** @param {string} root */
function sourceFiles(root) {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  );
  return [...inFolders, ...FILES].filter((path) => path !== GENERATED && !TEST.test(path)).sort();
}
