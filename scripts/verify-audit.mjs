import { parseArgs } from 'node:util';
import { register } from 'tsx/esm/api';

/**
 * `npm run verify-audit [-- --head HASH]`: checks that no row of the audit log was changed, removed, inserted or moved, also
 * while the node runs. HASH is one that was noted elsewhere, such as from the log lines of a day: it must still be there.
 */
register();
const { readConfig } = await load('config/config.ts');
const { openDatabaseToRead } = await load('database/open-database.ts');
const { verifyAudit } = await load('audit/rows/audit-verify.ts');

try {
  process.exitCode = (await verify()) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function verify() {
  const { values } = parseArgs({ options: { head: { type: 'string' } } });
  const db = await openDatabaseToRead(readConfig(process.env, process.cwd()));
  try {
    const verdict = await verifyAudit(db, values.head?.toLowerCase());
    if (verdict.ok)
      console.log(`${verdict.rows} rows, none changed. Head: ${verdict.head?.hash ?? 'none yet'}`);
    else console.error(verdict.problem);
    return verdict.ok;
  } finally {
    await db.destroy();
  }
}

/** @param {string} path below `server/` */
function load(path) {
  return import(new URL(`../server/${path}`, import.meta.url).href);
}
