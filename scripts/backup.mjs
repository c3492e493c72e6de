import { register } from 'tsx/esm/api';
import { ask } from './ask.mjs';

/** `npm run backup -- FILE`: everything that the node has to keep, in one file, also while it runs. See docs/operations.md. */
register();
const { readConfig } = await load('config.ts');
const { runBackupCommand } = await load('archive/backup-command.ts');
const { findInstallPaths } = await load('install-paths.ts');
try {
  const config = readConfig(process.env, process.cwd());
  const { build } = findInstallPaths(new URL('../server/main.ts', import.meta.url).href);
  const { product, node } = config.mesh;
  const isComplete = await runBackupCommand(process.argv.slice(2), {
    config,
    header: { product: `${product} ${build}`, node: node.id },
    now: Date.now,
    environment: process.env,
    ask: process.stdin.isTTY ? ask : null,
    report: console.log,
  });
  process.exitCode = isComplete ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @param {string} file of the server */
function load(file) {
  return import(new URL(`../server/${file}`, import.meta.url).href);
}
