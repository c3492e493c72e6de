import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { countsOf, failuresOf, type Report, readReport, runCheck } from '../../scripts/suites.mjs';
import { folderWith } from './folder.ts';

const NOTHING: Report = {
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
};

/** A report as the next program reads it: from the disk. */
function report(facts: Partial<Report>): Report | undefined {
  const text = JSON.stringify({ ...NOTHING, ...facts });
  return readReport(join(folderWith({ 'report.json': text }), 'report.json'));
}

/** What vitest says of a file with these tests; without any, of one that could not be loaded. */
const file = (...assertionResults: Report['testResults'][number]['assertionResults']) => ({
  name: join(process.cwd(), 'tests/some.test.ts'),
  status: 'failed',
  message: 'Cannot find module\n at some.test.ts:1',
  assertionResults,
});

test('tests are counted as vitest counted them', () => {
  const counted = report({
    numPassedTests: 7,
    numFailedTests: 2,
    numPendingTests: 1,
    numTodoTests: 1,
  });
  expect(countsOf(counted)).toEqual({ passed: 7, failed: 2, skipped: 2 });
});

test('a file that could not be loaded is one that failed', () => {
  const late = { fullName: 'comes late', status: 'failed', failureMessages: ['Too late\n at 7:1'] };
  const good = { fullName: 'comes', status: 'passed', failureMessages: [] };
  const both = report({
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [file(), file(late, good)],
  });
  expect(countsOf(both)).toEqual({ passed: 3, failed: 2, skipped: 0 });
  expect(failuresOf(both)).toEqual([
    'tests/some.test.ts: Cannot find module',
    'tests/some.test.ts > comes late: Too late',
  ]);
});

test('a suite without a test has failed', () => {
  expect(countsOf(report({}))).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('a suite that died before its report has failed', () => {
  const complaint = vi.spyOn(console, 'error').mockReturnValue();
  const none = readReport('/nowhere/report.json');
  expect(countsOf(none)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(failuresOf(none)).toEqual([]);
  expect(complaint).toHaveBeenCalledOnce();
});

test('a check passes by ending with 0', async () => {
  const folder = folderWith({ 'good.mjs': '', 'bad.mjs': 'process.exitCode = 3;' });
  const good = await runCheck('good', [join(folder, 'good.mjs')]);
  const bad = await runCheck('bad', [join(folder, 'bad.mjs')]);
  expect([good.passed, good.failed, bad.passed, bad.failed]).toEqual([1, 0, 0, 1]);
});
