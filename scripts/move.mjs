import { register } from 'tsx/esm/api';

/** `npm run move -- --to postgres://...`: a stopped SQLite node into PostgreSQL. See docs/operations.md. */
register();
const { readConfig } = await load('config.ts');
const { runMoveCommand } = await load('archive/move-command.ts');
try {
  const isWhole = await runMoveCommand(process.argv.slice(2), {
    /** @param {NodeJS.ProcessEnv} environment */
    configOf: (environment) => readConfig(environment, process.cwd()),
    environment: process.env,
    now: Date.now,
    report: console.log,
  });
  process.exitCode = isWhole ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @param {string} file of the server */
function load(file) {
  return import(new URL(`../server/${file}`, import.meta.url).href);
}
