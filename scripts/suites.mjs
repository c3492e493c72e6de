import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from './child.mjs';

/**
 * What a suite came to. Checks that are not counted in tests (types, lint, budgets) are one each.
 * @typedef {{ name: string, passed: number, failed: number, skipped: number, seconds: number }} Result
 */

/**
 * A check that is one program: passed when it ends with 0.
 *
 * @param {string} name
 * @param {readonly string[]} command a script of node_modules/.bin or of this house, and its arguments
 * @returns {Promise<Result>}
 */
export async function runCheck(name, command) {
  const began = performance.now();
  const [script = '', ...args] = command;
  const { code } = await run(process.execPath, [script, ...args]);
  const ok = code === 0;
  return { name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, seconds: since(began) };
}

/**
 * One project of `vitest.config.ts`, counted in tests. A file that cannot be loaded, and an error outside
 * of any test, count as one that failed.
 *
 * @param {string} project
 * @returns {Promise<Result>}
 */
export async function runVitest(project) {
  const began = performance.now();
  const outcome = join('artefacts/tests', `${project}.json`);
  mkdirSync(dirname(outcome), { recursive: true });
  rmSync(outcome, { force: true });
  const { code } = await run(process.execPath, [
    'node_modules/vitest/vitest.mjs',
    'run',
    `--project=${project}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${outcome}`,
  ]);
  const counts = countsOf(outcome);
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  return { name: project, ...counts, seconds: since(began) };
}

/**
 * @param {string} path of vitest's JSON report
 * @returns {{ passed: number, failed: number, skipped: number }}
 */
export function countsOf(path) {
  const report = readReport(path);
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const unloadable = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  const failed = report.numFailedTests + unloadable.length;
  const skipped = report.numPendingTests + report.numTodoTests;
  // A suite without any test has tested nothing.
  const nothing = report.numPassedTests + failed + skipped === 0 ? 1 : 0;
  return { passed: report.numPassedTests, failed: failed + nothing, skipped };
}

/**
 * @typedef {{
 *   numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { status: string, assertionResults: unknown[] }[],
 * }} Report
 */

/**
 * @param {string} path
 * @returns {Report | undefined} undefined when vitest died before it wrote one
 */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    console.error(`No test report: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}

const since = (/** @type {number} */ began) => (performance.now() - began) / 1000;
