import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { browserVersions, ensureBrowsers } from './browsers.mjs';
import { run } from './child.mjs';
import { installMissing } from './prepare.mjs';
import { ensureSwift, hasSwift } from './swift.mjs';

/**
 * `npm test`: dependencies that are missing, then every quick suite to its end, file by file, then a line for each suite
 * with its time, and one for all. They need Node and Chromium. `npm run test:all`, which names `all`, goes on with those
 * that need more, or long; `npm test -- node e2e` runs the named ones only. A check is one program that must end with 0,
 * and checks run at the same time; the other suites are projects of vitest.config.ts, two of which run at the same time.
 *
 * @typedef {{ name: string, passed: number, failed: number, failures: string[], retried?: string[] }} Outcome
 * @typedef {Outcome & { seconds: number }} Result
 */
/** @type {Record<string, string[]>} */
const CHECKS = {
  types: ['node_modules/typescript/bin/tsc', '--build'],
  lint: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  build: ['scripts/build.mjs', '--quiet'],
};
/** In the order in which they begin: the longest of the projects first. */
const QUICK = ['types', 'lint', 'build', 'e2e', 'node', 'browser', 'budgets'];
const SUITES = [...QUICK, 'postgres', 'walks', 'browsers', 'fresh-clone'];
const ALL = 'all';
/** A suite waits for moments, processes and pages: what one leaves of two cores another takes. */
const AT_ONCE = 2;
// Of a failure's message, for the closing list.
const EXCERPT_LINES = 16;
const EXCERPT_COLUMNS = 1_000;
// Bytes of a check's output; one that says more has failed.
const OUTPUT_MAX = 16 * 1024 * 1024;
/** Written by tests/server/postgres-setup.ts. */
const POSTGRES_VERSION = 'artefacts/tests/postgres-version.txt';
const NEED_BROWSER = ['budgets', 'browser', 'e2e', 'walks'];
/** Without object storage `node` leaves out what is for it: a newcomer is not made to install one. */
const NEED_S3 = ['postgres'];

const wanted = process.argv.slice(2).flatMap((name) => (name === ALL ? SUITES : name));
const unknown = wanted.find((name) => !SUITES.includes(name));
if (unknown) {
  console.error(`No suite is called ${unknown}: ${SUITES.join(', ')}`);
  process.exit(1);
}
await installMissing(process.cwd(), new AbortController().signal).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
rmSync(POSTGRES_VERSION, { force: true });
const { default: Sqlite } = await import('libsql');
const { default: pLimit } = await import('p-limit');
const { ensureChromium } = await import('./chromium.mjs');
/** @type {Result[]} */
const results = [];
const names = wanted.length > 0 ? wanted : QUICK;
if (names.some((name) => NEED_S3.includes(name))) await ensureSwift();
// The suites need the build.
const checks = names
  .filter((name) => CHECKS[name])
  .map((name) => ({ name, ended: timed(() => runCheck(CHECKS[name] ?? [])) }));
for (const { name, ended } of checks) {
  console.log(`\n--- ${name}`);
  const { ok, output, seconds } = await ended;
  process.stdout.write(output);
  results.push({ ...single(name, ok), seconds });
}
const projects = names.filter((name) => !CHECKS[name]);
// One after the other: two would install the same browser.
/** @type {Map<string, string | undefined>} */
const missing = new Map();
for (const name of projects) missing.set(name, await missingFor(name));
const limit = pLimit(AT_ONCE);
const outcomes = projects.map((name) =>
  limit(() => timed(() => runSuite(name, missing.get(name)))),
);
results.push(...(await Promise.all(outcomes)));
report();

/**
 * @template {object} T
 * @param {() => Promise<T>} work
 * @returns {Promise<T & { seconds: number }>} what it came to, and how long it took
 */
async function timed(work) {
  const began = performance.now();
  const outcome = await work();
  return { ...outcome, seconds: Math.round((performance.now() - began) / 1000) };
}

/**
 * @param {string} name of a suite
 * @returns {Promise<string | undefined>} what the person should do first; a suite is never skipped
 */
async function missingFor(name) {
  if (name === 'browsers') return ensureBrowsers();
  return NEED_BROWSER.includes(name) ? ensureChromium() : undefined;
}

/**
 * @param {string[]} args
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
function runCheck(args) {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { maxBuffer: OUTPUT_MAX }, (error, stdout, stderr) =>
      resolve({ ok: error === null, output: stdout + stderr }),
    );
  });
}

/**
 * @param {string} name
 * @param {boolean} ok
 * @param {string} [reason]
 * @returns {Outcome}
 */
function single(name, ok, reason = 'see its output above') {
  return { name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, failures: ok ? [] : [reason] };
}

/**
 * @param {string} name of the vitest project
 * @param {string | undefined} lacks what the person should do first
 * @returns {Promise<Outcome>}
 */
async function runSuite(name, lacks) {
  console.log(`\n--- ${name}`);
  return lacks === undefined ? runProject(name) : single(name, false, lacks);
}

/**
 * A file that cannot be loaded, and an error outside of any test, count as one failure each.
 *
 * @param {string} name of the vitest project
 * @returns {Promise<Outcome>}
 */
async function runProject(name) {
  const outcome = reportOf(name);
  mkdirSync('artefacts/tests', { recursive: true });
  rmSync(outcome, { force: true });
  const reporters = [
    '--reporter=./scripts/progress.mjs',
    '--reporter=json',
    `--outputFile.json=${outcome}`,
  ];
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', `--project=${name}`, ...reporters];
  const { code } = await run(process.execPath, vitest);
  const { numPassedTests = 0, testResults = [] } = readReport(outcome);
  const failures = testResults.flatMap(failuresOf);
  const retried = testResults.flatMap(retriedOf);
  if (failures.length === 0 && (code !== 0 || numPassedTests === 0))
    return { ...single(name, false, 'an error outside of the tests'), passed: numPassedTests };
  return { name, passed: numPassedTests, failed: failures.length, failures, retried };
}

/** @param {string} name of the vitest project */
function reportOf(name) {
  return `artefacts/tests/${name}.json`;
}

/**
 * vitest's JSON report, as far as it is read.
 *
 * @typedef {{ fullName: string, status: string, failureMessages: string[] }} ReportedTest
 * @typedef {{ name: string, status: string, message: string, assertionResults: ReportedTest[] }} ReportedFile
 * @param {string} path
 * @returns {{ numPassedTests?: number, testResults?: ReportedFile[] }} empty when vitest died before it wrote one
 */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}

/** @param {ReportedFile} file */
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(process.cwd(), name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (status === 'failed' && failed.length === 0) return [`${file}: ${excerpt(message)}`];
  return failed.map((test) => `${file} > ${test.fullName}: ${excerpt(test.failureMessages[0])}`);
}

/**
 * @param {ReportedFile} file
 * @returns {string[]} the tests that passed at the second attempt, with why the first one failed
 */
function retriedOf({ name, assertionResults }) {
  return assertionResults
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(
      (test) =>
        `${relative(process.cwd(), name)} > ${test.fullName}: ${excerpt(test.failureMessages[0])}`,
    );
}

/**
 * The difference between expected and received stands below a message's first line, the stack below both.
 *
 * @param {string} [text]
 */
function excerpt(text = '') {
  const lines = stripVTControlCharacters(text).split('\n');
  const stack = lines.findIndex((line, index) => index > 0 && /^\s+at /.test(line));
  const message = lines
    .slice(0, stack === -1 ? undefined : stack)
    .filter((line) => line.trim() !== '');
  const kept = message.slice(0, EXCERPT_LINES).map((line) => line.slice(0, EXCERPT_COLUMNS));
  if (kept.length < message.length) kept.push(`... ${message.length - kept.length} more lines`);
  return kept.join('\n    ');
}

/**
 * A suite whose engine cannot be started fails, so what is named here has run.
 *
 * @param {string[]} suites
 * @returns {string[]} the databases and the object storage that the server was tested on
 */
function enginesOf(suites) {
  const engines = [];
  if (suites.includes('node')) {
    const row = new Sqlite(':memory:').prepare('select sqlite_version() as version').get();
    engines.push(`SQLite ${/** @type {{ version: string }} */ (row).version}`);
  }
  if (suites.includes('postgres') && existsSync(POSTGRES_VERSION))
    engines.push(`PostgreSQL ${readFileSync(POSTGRES_VERSION, 'utf8')}`);
  if (engines.length > 0) engines.push(s3Engine());
  if (suites.includes('node') && isFullDiskSkipped())
    engines.push('full disk NOT TESTED (only root can mount a small one)');
  return engines;
}

function isFullDiskSkipped() {
  const { testResults = [] } = readReport(reportOf('node'));
  const file = testResults.find(({ name }) => name.endsWith('server/bundles/full-disk.test.ts'));
  return file?.assertionResults.some(({ status }) => status === 'skipped') ?? false;
}

function s3Engine() {
  if (process.env.S3_TEST_ENDPOINT) return `S3 at ${process.env.S3_TEST_ENDPOINT}`;
  return hasSwift() ? 'S3 by OpenStack Swift' : 'S3 NOT TESTED (OpenStack Swift is not installed)';
}

function report() {
  console.log('');
  for (const { name, failures, retried = [] } of results) {
    for (const failure of failures) console.log(`FAILED in ${name}: ${failure}`);
    for (const retry of retried) console.log(`RETRIED in ${name}: ${retry}`);
  }
  for (const { name, passed, failed, seconds } of results)
    console.log(`${name.padEnd(11)} ${passed} passed, ${failed} failed, ${seconds} s`);
  const engines = enginesOf(results.map(({ name }) => name));
  if (engines.length > 0) console.log(`\nengines     ${engines.join(', ')}`);
  const ran = results.find(({ name, passed }) => name === 'browsers' && passed > 0);
  if (ran)
    console.log(`${engines.length > 0 ? '' : '\n'}browsers    ${browserVersions().join(', ')}`);
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
