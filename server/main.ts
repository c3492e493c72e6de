import { LostDatabaseError } from './bundles/bundle-files.ts';
import { ConfigError, readConfig } from './config.ts';
import { findInstallPaths } from './install-paths.ts';
import { DamagedIdentityError } from './mesh/keys/identity.ts';
import { type MeshNode, startNode } from './node.ts';
import { DamagedPushKeysError } from './push/vapid-keys.ts';
import { startupBanner } from './startup-banner.ts';
import { DataDirError, DataInUseError } from './store/data-lock.ts';
import { DamagedDatabaseError, NewerDatabaseError } from './store/database.ts';

/** The process: reads the configuration, starts the node, prints the startup banner, exits on a signal. */

/** Requests that are still open after this time are cut off, so that the process exits within five seconds. */
const FINISH_REQUESTS_MS = 3500;
/** Errors whose message says what to do; the stack trace is not printed. */
const ACTIONABLE = [
  ConfigError,
  DamagedDatabaseError,
  DamagedIdentityError,
  DamagedPushKeysError,
  DataDirError,
  DataInUseError,
  LostDatabaseError,
  NewerDatabaseError,
];
/** Codes of SQLite. */
const UNWRITABLE = new Set(['SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_PERM']);
/** The process exits after this time, even when something hangs. */
const EXIT_MS = 4800;

let node: MeshNode | undefined;
let exiting = false;

process.once('SIGINT', () => void shutDown(0)).once('SIGTERM', () => void shutDown(0));
process.on('uncaughtException', (error) => crash(error));
process.on('unhandledRejection', (reason) => crash(reason));
await start();

async function start(): Promise<void> {
  try {
    const paths = findInstallPaths(import.meta.url);
    const config = readConfig(process.env, paths.root);
    const starting = await startNode(config, { paths });
    node = starting;
    const port = await starting.listen();
    console.log((await startupBanner(starting, config, port)).join('\n'));
  } catch (error) {
    console.error(reasonOf(error));
    await shutDown(1);
  }
}

async function shutDown(code: number): Promise<void> {
  if (exiting) return;
  exiting = true;
  process.exitCode = code;
  setTimeout(() => node?.app.server.closeAllConnections(), FINISH_REQUESTS_MS).unref();
  setTimeout(() => process.exit(code), EXIT_MS).unref();
  try {
    await node?.close();
    process.exit(code);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}

/** After an unknown fault the state cannot be trusted: log it and exit. */
function crash(error: unknown): void {
  if (node) node.app.log.fatal({ err: error }, 'uncaught error: the server exits');
  else console.error(error);
  void shutDown(1);
}

/** @returns one sentence for what a person can change, and the error with its trace for a fault of the program */
function reasonOf(error: unknown): unknown {
  if (ACTIONABLE.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, port, address, path } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken: another server listens there. Set PORT to a free port.`;
  if (code === 'EADDRNOTAVAIL') return `HOST: this machine has no address ${address}.`;
  if (code === 'ENOSPC' || code === 'SQLITE_FULL')
    return 'DATA_DIR: the disk is full. Free some space, then start again.';
  if (code !== undefined && UNWRITABLE.has(code))
    return `DATA_DIR: the database cannot be opened for writing (${code}). Check the owner of its files.`;
  if (code === 'EACCES' || code === 'EROFS')
    return `${path ?? `Port ${port}`} cannot be used (${code}).`;
  return error;
}
