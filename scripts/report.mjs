import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { register } from 'tsx/esm/api';

/**
 * `npm run report -- --platform ID --from 2026-11-01 --to 2026-12-01 FILE`: writes a platform's uptime of that time (UTC) with what proves
 * it. `npm run report -- --new-log`: peers sign nothing more of a log that lost what they have signed, as in the restore of an older backup;
 * this deletes it, and the next round begins a new one. Both also while the node runs.
 */
register();
const { readConfig } = await load('config/config.ts');
const { openDatabaseToRead } = await load('database/open-database.ts');
const { openForCommand } = await load('database/store.ts');
const { uptimeReport } = await load('mesh/log/uptime-report.ts');
const { deleteLog } = await load('mesh/rows/uptime-log.ts');

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function main() {
  const text = /** @type {const} */ ({ type: 'string' });
  const { values, positionals } = parseArgs({
    options: { platform: text, from: text, to: text, 'new-log': { type: 'boolean' } },
    allowPositionals: true,
  });
  const [file, ...more] = positionals;
  if (values['new-log'] && file !== undefined)
    throw new Error('Usage: npm run report -- --new-log');
  const place = readConfig(process.env, process.cwd());
  if (values['new-log']) return beginNewLog(place);
  const [from, to] = [values.from, values.to].map((day) => Date.parse(day ?? ''));
  if (!values.platform || !file || more.length > 0 || Number.isNaN(from) || Number.isNaN(to))
    throw new Error(
      'Usage: npm run report -- --platform ID --from 2026-11-01 --to 2026-12-01 FILE',
    );
  const db = await openDatabaseToRead(place);
  try {
    const report = await uptimeReport(db, { platform: values.platform, from, to });
    write(file, JSON.stringify(report));
    console.log(`${report.rows.length} rows, witnessed by ${report.witnesses.length}: ${file}`);
  } finally {
    await db.destroy();
  }
}

/** @type {typeof writeFileSync} */
function write(file, text) {
  try {
    writeFileSync(file, text);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new Error(`${file} cannot be written (${code}).`);
  }
}

/** @param {import('../server/database/database.ts').DatabasePlace} place */
async function beginNewLog(place) {
  const { db, close } = await openForCommand(place);
  await db.transaction().execute(deleteLog).finally(close);
  console.log(
    'The log is deleted. The next round begins a new one, which peers sign within the hour.',
  );
}

/** @param {string} path below `server/` */
function load(path) {
  return import(new URL(`../server/${path}`, import.meta.url).href);
}
