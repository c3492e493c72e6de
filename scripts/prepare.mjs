import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './child.mjs';
import { holdLock } from './lock.mjs';
import { builtFingerprint, fingerprint } from './sources.mjs';

/**
 * Brings a checkout to where it can be served: dependencies installed, sources built. Does nothing, in
 * some milliseconds, when both are so already. Two starts at once take turns.
 *
 * @param {string} root of the repository
 * @param {AbortSignal} signal ends npm or the build; the promise is then rejected
 * @throws with a sentence for the person when either fails
 */
export async function prepare(root, signal) {
  if (isInstalled(root) && isBuilt(root)) return;
  const release = await holdLock(join(root, '.prepare.lock'), signal);
  try {
    if (!isInstalled(root)) await install(root, signal);
    if (!isBuilt(root)) await build(root, signal);
  } finally {
    release();
  }
}

/**
 * npm notes what it installed in `node_modules/.package-lock.json`, at the end.
 *
 * @param {string} root
 */
export function isInstalled(root) {
  const note = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(note)) return false;
  return statSync(join(root, 'package-lock.json')).mtimeMs <= statSync(note).mtimeMs;
}

/** @param {string} root */
const isBuilt = (root) => builtFingerprint(root) === fingerprint(root);

/**
 * @param {string} root
 * @param {AbortSignal} signal
 */
async function install(root, signal) {
  console.log('Installing dependencies (npm ci).');
  // The build needs the development dependencies, whatever NODE_ENV says.
  const ending = await run('npm', ['ci', '--include=dev'], { cwd: root, signal });
  signal.throwIfAborted();
  if (ending.code !== 0) throw new Error('npm ci failed; what it said is above.');
}

/**
 * In a process of its own: the build's memory would stay with the server for as long as it runs.
 *
 * @param {string} root
 * @param {AbortSignal} signal
 */
async function build(root, signal) {
  console.log('Building: the sources are newer than dist/.');
  const ending = await run(process.execPath, ['scripts/build.mjs', '--quiet'], {
    cwd: root,
    signal,
  });
  signal.throwIfAborted();
  if (ending.code !== 0) throw new Error('The build failed; what it said is above.');
}
