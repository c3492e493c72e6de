import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { register } from 'tsx/esm/api';
import { ensureChromium } from './chromium.mjs';
import { prepare } from './prepare.mjs';

/**
 * `npm run bench`: asks every question of `bench/`, prints the answers and writes them to
 * `bench/RESULTS.md`. `npm run bench -- memory` asks one and writes nothing; `-- soak --hours 8` soaks longer. It compares with aims and
 * fails nothing: times depend on the machine.
 *
 * @typedef {{
 *   name: string, unit: string, aim: string, value: number, runs: readonly number[], note?: string,
 * }} Measurement as `bench/measurement.ts` has it
 */
/** A file of `bench/` that measures is a question; the others help. */
const QUESTIONS = readdirSync('bench')
  .filter((file) => file.endsWith('.ts'))
  .filter((file) =>
    readFileSync(join('bench', file), 'utf8').match(/export (?:async function|const) measure\b/),
  )
  .map((file) => basename(file, '.ts'))
  .sort();

const given = process.argv.slice(2);
const named = QUESTIONS.filter((name) => given.includes(name));
/** Those that take long are asked by name, or in a whole run with `--soak`. */
const LONG = ['soak'];
const isWhole = named.length === 0;
const asked = isWhole
  ? QUESTIONS.filter((name) => !LONG.includes(name) || given.includes(`--${name}`))
  : named;
/** Above the number of cores other work took part in the times. */
const [loadBefore = 0] = loadavg();
const missing = await ensureChromium();
if (missing) {
  console.error(missing);
  process.exit(1);
}
await prepare(process.cwd(), new AbortController().signal);
register();
/** @type {Measurement[]} */
const measurements = [];
for (const question of asked) {
  console.log(`\n${question}`);
  const { measure } = await import(resolve('bench', `${question}.ts`));
  for (const measurement of await measure()) {
    measurements.push(measurement);
    console.log(`  ${measurement.name}: ${textOf(measurement)} (${measurement.aim})`);
    if (measurement.note) console.log(`    ${measurement.note}`);
  }
}
if (isWhole) writeFileSync('bench/RESULTS.md', results());

function results() {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const [processor] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const rows = measurements.map(
    (measurement) =>
      `| ${measurement.name} | ${measurement.aim} | **${textOf(measurement)}** | ${runsOf(measurement)} | ${measurement.note ?? ''} |`,
  );
  return `# Measurements

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}, version ${version} (${commit}).
Machine: ${cpus().length} cores (${processor?.model.trim() ?? 'unknown'}), ${memory} GiB,
${platform()} ${release()}, Node ${process.versions.node}. Medians where there are several runs.
Load average as it began: ${loadBefore.toFixed(1)}.

| measurement | aim | measured | runs | how |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}

/** @param {Measurement} measurement */
function textOf({ value, unit }) {
  return `${rounded(value)} ${unit}`;
}

/** @param {Measurement} measurement */
function runsOf({ runs }) {
  return runs.length > 1 ? runs.map(rounded).join(', ') : '';
}

/** @param {number} value */
function rounded(value) {
  return value >= 1000 ? Math.round(value).toString() : value.toFixed(value < 10 ? 2 : 1);
}
