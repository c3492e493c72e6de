import { register } from 'tsx/esm/api';
import { ask } from './ask.mjs';

/** `npm run restore -- FILE`: a node from a backup, in an empty directory or database. See docs/operations.md. */
register();
const { readConfig } = await load('config.ts');
const { runRestoreCommand } = await load('archive/restore-command.ts');
try {
  await runRestoreCommand(process.argv.slice(2), {
    config: readConfig(process.env, process.cwd()),
    environment: process.env,
    ask: process.stdin.isTTY ? ask : null,
    report: console.log,
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @param {string} file of the server */
function load(file) {
  return import(new URL(`../server/${file}`, import.meta.url).href);
}
