import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { countsOf, runCheck } from '../../scripts/suites.mjs';
import { folderWith } from './folder.ts';

function report(facts: object): string {
  const whole = {
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
    ...facts,
  };
  return join(folderWith({ 'report.json': JSON.stringify(whole) }), 'report.json');
}

test('tests are counted as vitest counted them', () => {
  const path = report({
    numPassedTests: 7,
    numFailedTests: 2,
    numPendingTests: 1,
    numTodoTests: 1,
  });
  expect(countsOf(path)).toEqual({ passed: 7, failed: 2, skipped: 2 });
});

test('a file that could not be loaded is one that failed', () => {
  const unloadable = { status: 'failed', assertionResults: [] };
  const counted = { status: 'failed', assertionResults: [{}] };
  const path = report({ numPassedTests: 3, numFailedTests: 1, testResults: [unloadable, counted] });
  expect(countsOf(path)).toEqual({ passed: 3, failed: 2, skipped: 0 });
});

test('a suite without a test has failed', () => {
  expect(countsOf(report({}))).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('a suite that died before its report has failed', () => {
  const complaint = vi.spyOn(console, 'error').mockReturnValue();
  expect(countsOf('/nowhere/report.json')).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(complaint).toHaveBeenCalledOnce();
});

test('a check passes by ending with 0', async () => {
  const folder = folderWith({ 'good.mjs': '', 'bad.mjs': 'process.exitCode = 3;' });
  const good = await runCheck('good', [join(folder, 'good.mjs')]);
  const bad = await runCheck('bad', [join(folder, 'bad.mjs')]);
  expect([good.passed, good.failed, bad.passed, bad.failed]).toEqual([1, 0, 0, 1]);
});
