import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './child.mjs';
import { packFolder } from './packed-folder.mjs';

/**
 * `npm run keep-release -- <commit>`: builds that commit (the newest one unless said otherwise) with the modules
 * that are installed here, and packs what it serves into `tests/e2e/releases/`, for the tests that go from there to
 * these sources. What the build compressed stays out: the server does without.
 */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const commit = process.argv[2] ?? 'HEAD';
/** All that a server needs beside its modules. */
const SERVED =
  /^(?:dist\/(?:console|server)\/|dist\/build\.json$|package\.json$|mesh\.config\.json$)/;
const COMPRESSED = /\.(?:br|gz)$/;

const folder = mkdtempSync(join(tmpdir(), 'meridian-release-'));
try {
  await checkOut();
  await must(process.execPath, ['scripts/build.mjs', '--quiet']);
  keep();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function checkOut() {
  await must('git', ['clone', '--quiet', '--no-checkout', root, '.']);
  await must('git', ['checkout', '--quiet', commit]);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

function keep() {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { id } = JSON.parse(readFileSync(join(folder, 'dist/build.json'), 'utf8'));
  const packed = packFolder(folder, (path) => SERVED.test(path) && !COMPRESSED.test(path));
  const path = `tests/e2e/releases/${version}-${id}.packed`;
  writeFileSync(join(root, path), packed);
  console.log(`${path}: ${Math.round(packed.length / 1024)} KiB`);
}

/**
 * @param {string} program run in the folder
 * @param {readonly string[]} args
 */
async function must(program, args) {
  const { code } = await run(program, args, { cwd: folder, env: { NODE_ENV: '' } });
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')} failed; what it said is above.`);
}
