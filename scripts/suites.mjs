import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { run } from './child.mjs';

/**
 * What a suite came to. Checks that are not counted in tests (types, lint, budgets) are one each. `failures`
 * names each test that failed and the first line of why, for the end of a log whose middle may be cut.
 * @typedef {{
 *   name: string, passed: number, failed: number, skipped: number, seconds: number, failures: string[],
 * }} Result
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
  const counts = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  return { name, ...counts, seconds: since(began), failures: [] };
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
  const report = readReport(outcome);
  const counts = countsOf(report);
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  return { name: project, ...counts, seconds: since(began), failures: failuresOf(report) };
}

/**
 * @param {Report | undefined} report
 * @returns {{ passed: number, failed: number, skipped: number }}
 */
export function countsOf(report) {
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
 * @param {Report | undefined} report
 * @returns {string[]} `file > test: why`, one a test or unloadable file that failed
 */
export function failuresOf(report) {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    if (status === 'failed' && assertionResults.length === 0)
      return `${file}: ${firstLine(message)}`;
    return assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${file} > ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
  });
}

const firstLine = (text = '') => text.split('\n', 1)[0];

/**
 * vitest's JSON report, as far as it is read.
 * @typedef {{ fullName: string, status: string, failureMessages: string[] }} ReportedTest
 * @typedef {{ name: string, status: string, message: string, assertionResults: ReportedTest[] }} ReportedFile
 * @typedef {{
 *   numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: ReportedFile[],
 * }} Report
 */

/**
 * @param {string} path
 * @returns {Report | undefined} undefined when vitest died before it wrote one
 */
export function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    console.error(`No test report: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}

const since = (/** @type {number} */ began) => (performance.now() - began) / 1000;
