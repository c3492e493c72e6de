import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileKeys } from '../../secrets/key-store.ts';
import { createIdentity, openIdentity, rotateIdentity } from './identity.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'meridian-identity-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const open = () => openIdentity(fileKeys(dir), 'meridian', () => 0);
const path = () => join(dir, 'identity.json');

test('a node creates its key at the first start with mode 600, and keeps it', async () => {
  const first = await open();
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  expect(readdirSync(dir)).toEqual(['identity.json']);
  expect((await open()).jwks()).toEqual(first.jwks());
});

test('a readable identity file gets mode 600', async () => {
  await open();
  chmodSync(path(), 0o644);
  await open();
  expect(statSync(path()).mode & 0o777).toBe(0o600);
});

test('a damaged identity file is reported without its content and left as it is', async () => {
  for (const text of ['{"keys":[', '{}', '{"keys":[]}', '{"keys":[{"key":{"d":"secret"}}]}']) {
    writeFileSync(path(), text);
    const opening = open();
    await expect(opening).rejects.toThrow(/identity\.json .*; restore it/);
    await expect(opening).rejects.not.toThrow(/secret/);
    expect(readFileSync(path(), 'utf8')).toBe(text);
  }
});

test('an identity in memory has a new key each time', async () => {
  const [a, b] = await Promise.all([createIdentity('forge'), createIdentity('forge')]);
  expect(a.jwks()).not.toEqual(b.jwks());
});

test('a new key signs from the next start on, and the old one stays published for a week', async () => {
  const DAY_MS = 24 * 60 * 60 * 1000;
  let now = 0;
  const kids = async () =>
    (await openIdentity(fileKeys(dir), 'meridian', () => now)).jwks().keys.map(({ kid }) => kid);
  const [old] = await kids();
  now = 100 * DAY_MS;
  const fresh = await rotateIdentity(fileKeys(dir), () => now);
  expect(await kids()).toEqual([fresh, old]);
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  const identity = await openIdentity(fileKeys(dir), 'meridian', () => now);
  expect(identity.kid).toBe(fresh);
  now += 6 * DAY_MS;
  const newest = await rotateIdentity(fileKeys(dir), () => now);
  expect(await kids()).toEqual([newest, fresh, old]);
  now += 2 * DAY_MS;
  expect(await kids()).toEqual([newest, fresh]);
});
