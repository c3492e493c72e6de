import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** How often a waiting process looks whether its turn has come. */
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
