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
import { decodeProtectedHeader } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CALL_TOKEN } from '../../../server/mesh/claims.ts';
import { createIdentity, openIdentity, rotateIdentity } from '../../../server/mesh/identity.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'meridian-identity-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const open = () => openIdentity(dir, 'meridian', () => 0);
const path = () => join(dir, 'identity.json');

test('a node makes its key at the first start, readable by nobody else, and keeps it', async () => {
  const first = await open();
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  expect(readdirSync(dir)).toEqual(['identity.json']);
  expect((await open()).jwks()).toEqual(first.jwks());
});

test('an identity file that others can read is closed to them', async () => {
  await open();
  chmodSync(path(), 0o644);
  await open();
  expect(statSync(path()).mode & 0o777).toBe(0o600);
});

test('an identity file that is damaged is reported without its content, and left as it is', async () => {
  for (const text of ['{"keys":[', '{}', '{"keys":[]}', '{"keys":[{"key":{"d":"secret"}}]}']) {
    writeFileSync(path(), text);
    const opening = open();
    await expect(opening).rejects.toThrow(/identity\.json .*; restore it/);
    await expect(opening).rejects.not.toThrow(/secret/);
    expect(readFileSync(path(), 'utf8')).toBe(text);
  }
});

test('an identity in memory is another one each time', async () => {
  const [a, b] = await Promise.all([createIdentity('forge'), createIdentity('forge')]);
  expect(a.jwks()).not.toEqual(b.jwks());
});

test('a new key signs from the next start on; the old one stays published for a week, then goes', async () => {
  const DAY_MS = 24 * 60 * 60 * 1000;
  let now = 0;
  const kids = async () =>
    (await openIdentity(dir, 'meridian', () => now)).jwks().keys.map(({ kid }) => kid);
  const [old] = await kids();
  now = 100 * DAY_MS;
  const fresh = await rotateIdentity(dir, () => now);
  expect(await kids()).toEqual([fresh, old]);
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  const identity = await openIdentity(dir, 'meridian', () => now);
  const token = identity.sign(CALL_TOKEN, {});
  expect(decodeProtectedHeader(token).kid).toBe(fresh);
  now += 6 * DAY_MS;
  const newest = await rotateIdentity(dir, () => now);
  expect(await kids()).toEqual([newest, fresh, old]);
  now += 2 * DAY_MS;
  expect(await kids()).toEqual([newest, fresh]);
});
