import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { run } from './child.mjs';
import { builtFingerprint, fingerprint } from './sources.mjs';

/** Exit code of `build.mjs --check-config`. */
const WRONG_CONFIG = 78;

/**
 * Brings a checkout to where it can be served: dependencies installed, sources built. Does nothing, in
 * some milliseconds, when both are so already. A second start waits for the first.
 *
 * @param {string} root of the repository
 * @param {AbortSignal} signal ends npm or the build; the promise is then rejected
 * @throws with a sentence for the person when either fails
 */
export const prepare = (root, signal) =>
  takeSteps(root, signal, [
    [isInstalled, install],
    [isBuilt, build],
  ]);

/**
 * The first half of `prepare`: dependencies installed.
 *
 * @param {string} root
 * @param {AbortSignal} signal
 * @throws as `prepare`
 */
export const installMissing = (root, signal) => takeSteps(root, signal, [[isInstalled, install]]);

/**
 * @typedef {[isDone: (root: string) => boolean, take: (root: string, signal: AbortSignal) => Promise<void>]} Step
 *
 * @param {string} root
 * @param {AbortSignal} signal
 * @param {Step[]} steps
 */
async function takeSteps(root, signal, steps) {
  if (steps.every(([isDone]) => isDone(root))) return;
  const release = await holdLock(join(root, '.prepare.lock'), signal);
  try {
    for (const [isDone, take] of steps) if (!isDone(root)) await take(root, signal);
  } finally {
    release();
  }
}

/**
 * npm notes what it installed in `node_modules/.package-lock.json`, at the end.
 *
 * @param {string} root
 */
function isInstalled(root) {
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
  const ending = await run(process.execPath, ['scripts/build.mjs', '--quiet', '--check-config'], {
    cwd: root,
    signal,
  });
  signal.throwIfAborted();
  if (ending.code === WRONG_CONFIG)
    throw new Error('Nothing was built. Correct the configuration, then start again.');
  if (ending.code !== 0) throw new Error('The build failed; what it said is above.');
}

/** How often a waiting process looks whether the lock is free. */
const LOOK_EVERY_MS = 200;

/**
 * Waits until no other process holds the lock, then holds it. The file names the holder, so that what a
 * killed process left behind is recognised and taken over.
 *
 * @param {string} path of the lock's file
 * @param {AbortSignal} signal ends the waiting; the promise is then rejected
 * @returns {Promise<() => void>} gives the lock back
 */
export async function holdLock(path, signal) {
  while (!tryLock(path)) {
    if (!isAlive(holderOf(path))) rmSync(path, { force: true });
    else await delay(LOOK_EVERY_MS, undefined, { signal });
  }
  return () => rmSync(path, { force: true });
}

/** @param {string} path */
function tryLock(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * @param {string} path
 * @returns {number | undefined} undefined when the lock is given back in this very moment
 */
function holderOf(path) {
  try {
    return Number(readFileSync(path, 'utf8')) || undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** @param {number | undefined} pid */
function isAlive(pid) {
  if (pid === undefined) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
