import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What must never be committed. */
const SECRETS: readonly [string, RegExp][] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s+[\w+/=]{40}/],
  ['the private half of a JWK', /"d"\s*:\s*"[\w-]{40,}"/],
  ['a session cookie', /meridian-session=[\w-]{40,}/],
  ['an access token of npm or GitHub', /\b(?:npm_|ghp_|github_pat_)\w{30,}/],
];
/** What the product writes where it runs. */
const FORBIDDEN_PATHS =
  /(?:^|\/)(?:data|dist|artefacts|node_modules)\/|\.(?:db|db-wal|pem|key|log)$/;

const { stdout } = spawnSync('git', ['ls-files', '-z'], { encoding: 'utf8' });
const files = stdout.split('\0').filter(Boolean);

test('git knows the files of this house', () => {
  expect(files).toContain('package.json');
});

test('nothing that the product writes is committed', () => {
  expect(files.filter((path) => FORBIDDEN_PATHS.test(path))).toEqual([]);
});

test.each(SECRETS)('no file holds %s', (_, pattern) => {
  const texts = files.filter((path) => !/\.(?:png|ico|woff2?)$/.test(path));
  expect(texts.filter((path) => pattern.test(textOf(path)))).toEqual([]);
});

/** A file that was removed and not yet committed so has no text. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
