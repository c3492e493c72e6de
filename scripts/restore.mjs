import { createInterface } from 'node:readline/promises';
import { register } from 'tsx/esm/api';

/** `npm run restore -- FILE`: a node from a backup, in an empty directory or database. See docs/operations/backup.md. */
register();
const { readConfig } = await load('config/config.ts');
const { runRestoreCommand } = await load('commands/restore-command.ts');
try {
  await runRestoreCommand(process.argv.slice(2), {
    config: readConfig(process.env, process.cwd()),
    input: process.stdin,
    report: console.log,
    confirm: process.stdin.isTTY && process.stdout.isTTY ? confirm : undefined,
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @param {string} question that Enter answers with yes */
async function confirm(question) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} [Y/n] `);
  terminal.close();
  return !/^n/i.test(answer.trim());
}

/** @param {string} file of the server */
function load(file) {
  return import(new URL(`../server/${file}`, import.meta.url).href);
}
