import { ensureChromium } from './chromium.mjs';
import { runCheck, runVitest } from './suites.mjs';

/**
 * `npm test`: every suite, each to its end whatever became of the one before, then one line for each and
 * one for all. `npm test -- node e2e` runs the named ones alone.
 */
const SUITES = /** @type {const} */ ([
  ['types', () => runCheck('types', ['node_modules/typescript/bin/tsc', '--build'])],
  [
    'lint',
    () =>
      runCheck('lint', [
        'node_modules/@biomejs/biome/bin/biome',
        'check',
        '--error-on-warnings',
        '.',
      ]),
  ],
  ['node', () => runVitest('node')],
  ['build', () => runCheck('build', ['scripts/build.mjs', '--quiet'])],
  ['budgets', () => runCheck('budgets', ['scripts/budgets.mjs'])],
  ['browser', () => inBrowser('browser')],
  ['e2e', () => inBrowser('e2e')],
]);

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !SUITES.some(([known]) => known === name));
if (unknown) {
  console.error(`No suite is called ${unknown}: ${SUITES.map(([name]) => name).join(', ')}`);
  process.exit(1);
}
const results = await runAll();
report();

async function runAll() {
  const done = [];
  for (const [name, suite] of SUITES) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.log(`\n--- ${name}`);
    done.push(await suite());
  }
  return done;
}

/** @param {string} project */
async function inBrowser(project) {
  const missing = await ensureChromium();
  if (missing === undefined) return runVitest(project);
  console.error(missing);
  return { name: project, passed: 0, failed: 1, skipped: 0, seconds: 0, failures: [missing] };
}

function report() {
  console.log('');
  for (const { name, failures } of results)
    for (const failure of failures) console.log(`FAILED in ${name}: ${failure}`);
  for (const { name, passed, failed, skipped, seconds } of results) {
    const left = skipped > 0 ? `, ${skipped} skipped` : '';
    console.log(
      `${name.padEnd(8)} ${passed} passed, ${failed} failed${left} (${seconds.toFixed(1)} s)`,
    );
  }
  const sum = (/** @type {'passed' | 'failed'} */ key) =>
    results.reduce((total, result) => total + result[key], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
}
