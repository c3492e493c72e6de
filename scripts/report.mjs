import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { register } from 'tsx/esm/api';

/**
 * `npm run report -- --platform ID --from 2026-11-01 --to 2026-12-01 FILE`: writes a platform's uptime of that time (UTC) with what proves
 * it, also while the node runs. `npm run verify-report -- FILE` says whether such a file is whole.
 */
register();
const { readConfig } = await load('config/config.ts');
const { openDatabaseToRead } = await load('database/open-database.ts');
const { uptimeReport } = await load('mesh/log/uptime-report.ts');

try {
  await write();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function write() {
  const text = /** @type {const} */ ({ type: 'string' });
  const { values, positionals } = parseArgs({
    options: { platform: text, from: text, to: text },
    allowPositionals: true,
  });
  const [from, to] = [values.from, values.to].map((day) => Date.parse(day ?? ''));
  const [file] = positionals;
  if (!values.platform || !file || Number.isNaN(from) || Number.isNaN(to))
    throw new Error('npm run report -- --platform ID --from 2026-11-01 --to 2026-12-01 FILE');
  const db = await openDatabaseToRead(readConfig(process.env, process.cwd()));
  try {
    const report = await uptimeReport(db, { platform: values.platform, from, to });
    writeFileSync(file, JSON.stringify(report));
    console.log(`${report.rows.length} rows, witnessed by ${report.witnesses.length}: ${file}`);
  } finally {
    await db.destroy();
  }
}

/** @param {string} path below `server/` */
function load(path) {
  return import(new URL(`../server/${path}`, import.meta.url).href);
}
