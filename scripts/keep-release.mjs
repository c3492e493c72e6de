import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './child.mjs';

/**
 * `npm run keep-release -- <commit>`: builds that commit (HEAD by default) with the modules that are installed here, and
 * packs what it serves into `tests/e2e/releases/`, for the tests that upgrade from there. The compressed twins of the
 * files stay out: the server does without.
 */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const commit = process.argv[2] ?? 'HEAD';
/** All that a server needs beside its modules. */
const SERVED = [
  'dist/console',
  'dist/templates',
  'dist/server',
  'dist/build.json',
  'package.json',
  'mesh.config.json',
];

const folder = mkdtempSync(join(tmpdir(), 'meridian-release-'));
try {
  await runOrFail('git', ['clone', '--quiet', '--no-checkout', root, '.']);
  await runOrFail('git', ['checkout', '--quiet', commit]);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  await runOrFail(process.execPath, ['scripts/build.mjs', '--quiet']);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { id } = JSON.parse(readFileSync(join(folder, 'dist/build.json'), 'utf8'));
  const path = `tests/e2e/releases/${version}-${id}.tar.gz`;
  const without = ['--exclude=*.br', '--exclude=*.gz'];
  await runOrFail('tar', [...without, '-czf', join(root, path), ...SERVED]);
  console.log(path);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * @param {string} program run in the folder
 * @param {readonly string[]} args
 */
async function runOrFail(program, args) {
  const { code } = await run(program, args, { cwd: folder, env: { NODE_ENV: '' } });
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed; its output is above.`);
}
