import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';
import { openSecretBox } from './secret-box.ts';

test('opens a text with the key file alone, which only its owner may read, and for its context alone', async () => {
  const dataDir = await temporaryDir();
  const sealed = openSecretBox(dataDir).seal('one', 'https://hooks.example');
  const path = join(dataDir, 'secret-key');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const box = openSecretBox(dataDir);
  expect(box.open('one', sealed)).toBe('https://hooks.example');
  expect(box.open('other', sealed)).toBeUndefined();
  expect(box.open('one', `${sealed.slice(0, -2)}AA`)).toBeUndefined();
  expect(openSecretBox(await temporaryDir()).open('one', sealed)).toBeUndefined();
});

test('reports a file without a key and leaves it unchanged', async () => {
  const dataDir = await temporaryDir();
  const path = join(dataDir, 'secret-key');
  writeFileSync(path, 'no key');
  expect(() => openSecretBox(dataDir)).toThrow(/secret-key holds no key; restore it/);
  expect(readFileSync(path, 'utf8')).toBe('no key');
});

test('renames the key file of an earlier release and goes on using its key', async () => {
  const dataDir = await temporaryDir();
  const [path, former] = ['secret-key', 'alert-key'].map((name) => join(dataDir, name)) as [
    string,
    string,
  ];
  const sealed = openSecretBox(dataDir).seal('one', 'text');
  renameSync(path, former);
  expect(openSecretBox(dataDir).open('one', sealed)).toBe('text');
  expect(existsSync(former)).toBe(false);
});
