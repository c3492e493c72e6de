import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { holdLock } from '../../scripts/lock.mjs';
import { folderWith } from './folder.ts';

const never = new AbortController().signal;

test('the lock names its holder and is gone when given back', async () => {
  const path = join(folderWith({}), 'lock');
  const release = await holdLock(path, never);
  expect(readFileSync(path, 'utf8')).toBe(String(process.pid));
  release();
  expect(existsSync(path)).toBe(false);
});

test('a second holder waits for the first', async () => {
  const path = join(folderWith({}), 'lock');
  const order: string[] = [];
  const release = await holdLock(path, never);
  const second = holdLock(path, never).then((releaseSecond) => {
    order.push('second holds');
    releaseSecond();
  });
  order.push('first gives back');
  release();
  await second;
  expect(order).toEqual(['first gives back', 'second holds']);
});

test('what a dead process left behind is taken over', async () => {
  const path = join(folderWith({}), 'lock');
  const { pid } = spawnSync(process.execPath, ['--version']);
  writeFileSync(path, String(pid));
  const release = await holdLock(path, never);
  expect(readFileSync(path, 'utf8')).toBe(String(process.pid));
  release();
});

test('waiting ends when it is told to', async () => {
  const path = join(folderWith({}), 'lock');
  const release = await holdLock(path, never);
  const stop = new AbortController();
  const waiting = holdLock(path, stop.signal);
  stop.abort();
  await expect(waiting).rejects.toThrow();
  release();
});
