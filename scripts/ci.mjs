import { spawn } from 'node:child_process';
import { checkFreshClone } from './fresh-clone.mjs';

/**
 * The second half of `.ci/run`: the tests, then the fresh clone, and one line that counts both.
 */
const tests = await runTests();
const clone = await checkFreshClone();
const passed = tests.passed + clone.passed;
const failed = tests.failed + clone.failed;
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/**
 * Runs `npm test`, its output on ours but for the counting line, which is to be the last of all.
 *
 * @returns {Promise<{ passed: number, failed: number }>}
 */
function runTests() {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['scripts/test.mjs'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let end = '';
    child.stdout.on('data', (/** @type {Buffer} */ bytes) => {
      process.stdout.write(bytes);
      end = (end + bytes.toString()).slice(-2000);
    });
    child.once('close', () => {
      const [, passed, failed] = /(\d+) passed, (\d+) failed\n$/.exec(end) ?? [];
      resolve(
        passed === undefined
          ? { passed: 0, failed: 1 }
          : { passed: Number(passed), failed: Number(failed) },
      );
    });
  });
}
