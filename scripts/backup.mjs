import { register } from 'tsx/esm/api';

/** `npm run backup -- FILE`: everything that the node has to keep, in one file, also while it runs; `-` writes to a pipe. See docs/operations/backup.md. */
register();
const { readConfig } = await load('config/config.ts');
const { runBackupCommand } = await load('commands/backup-command.ts');
const { findInstallPaths } = await load('base/install-paths.ts');
const args = process.argv.slice(2);
const isPipe = args.includes('-');
try {
  const { npm_lifecycle_event: command, npm_config_loglevel: level } = process.env;
  if (isPipe && command === 'backup' && level !== 'silent')
    throw new Error(
      'npm writes lines of its own into the pipe. Use npm run --silent backup -- - instead.',
    );
  const config = readConfig(process.env, process.cwd());
  const { build } = findInstallPaths(new URL('../server/main.ts', import.meta.url).href);
  const { product, node } = config.mesh;
  const isComplete = await runBackupCommand(args, {
    config,
    header: { product: `${product} ${build}`, node: node.id },
    now: Date.now,
    output: process.stdout,
    report: isPipe ? console.error : console.log,
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
