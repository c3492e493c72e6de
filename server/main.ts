import { LostDatabaseError, OtherBundleStoreError } from './bundles/store/store-owner.ts';
import { dayOf, expiryOf, validityAt } from './certificate.ts';
import { ConfigError } from './config/config-error.ts';
import { type Config, isLoopback, readConfig } from './config.ts';
import { isOpenToAll, openToAllWarning } from './exposure.ts';
import { findInstallPaths } from './install-paths.ts';
import { DamagedIdentityError } from './mesh/keys/identity.ts';
import { isSimulated } from './mesh-setup.ts';
import { type MeshNode, startNode } from './node.ts';
import { DamagedPushKeysError } from './push/vapid-keys.ts';
import { DamagedSecretKeyError, WrongSecretKeyError } from './secrets/secret-box.ts';
import { listAccountNames } from './store/accounts.ts';
import { DataDirError, DataInUseError } from './store/data-dir.ts';
import {
  DamagedDatabaseError,
  DatabaseUnreachableError,
  NewerDatabaseError,
  UnfitDatabaseError,
} from './store/database-errors.ts';

/** The process: reads the configuration, starts the node, prints the startup banner, exits on a signal. */

/** Requests that are still open so long after the drain are cut off, so that the process exits within five seconds. */
const FINISH_REQUESTS_MS = 3500;
/** Errors whose message says what to do; the stack trace is not printed. */
const ACTIONABLE = [
  ConfigError,
  DamagedSecretKeyError,
  DamagedDatabaseError,
  DamagedIdentityError,
  DamagedPushKeysError,
  DataDirError,
  DataInUseError,
  LostDatabaseError,
  NewerDatabaseError,
  UnfitDatabaseError,
  OtherBundleStoreError,
  WrongSecretKeyError,
];
/** Codes of SQLite. */
const UNWRITABLE = new Set(['SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_PERM']);
/** The process exits so long after the drain, even when something hangs. */
const EXIT_MS = 4800;

const NAMES_SHOWN = 3;
const MESH_CONFIG_HINT = 'mesh.config.json names no addresses';
const EXPOSED =
  'other machines reach this without TLS: set TLS_CERT and TLS_KEY, or put a proxy in front';

let node: MeshNode | undefined;
let drainMs = 0;
let draining = false;
let exiting = false;
/** Ends the drain. */
const hurry = new AbortController();

process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
process.on('uncaughtException', (error) => crash(error));
process.on('unhandledRejection', (reason) => crash(reason));
await start();

async function start(): Promise<void> {
  try {
    const paths = findInstallPaths(import.meta.url);
    const config = readConfig(process.env, paths.root);
    const starting = await startNode(config, { paths });
    node = starting;
    drainMs = config.drainMs;
    const port = await starting.listen();
    console.log((await startupBanner(starting, config, port)).join('\n'));
  } catch (error) {
    console.error(reasonOf(error));
    await shutDown(1);
  }
}

/** A second signal cuts the drain short. */
function onSignal(): void {
  if (draining) hurry.abort();
  else void drainAndShutDown();
  draining = true;
}

async function drainAndShutDown(): Promise<void> {
  setTimeout(() => process.exit(1), drainMs + EXIT_MS).unref();
  await node?.drain(hurry.signal);
  await shutDown(0);
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
  if (error instanceof DatabaseUnreachableError)
    return `DATABASE_URL: ${error.message} (${describeCause(error.cause)})`;
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

/** @returns such as `connect ECONNREFUSED 127.0.0.1:5432`; of several addresses that were tried, of the first one */
function describeCause(cause: unknown): string {
  if (cause instanceof AggregateError) return describeCause(cause.errors[0]);
  return cause instanceof Error ? cause.message : String(cause);
}

/** @returns the lines printed at start */
async function startupBanner(node: MeshNode, config: Config, port: number): Promise<string[]> {
  const url = urlOf(config, port);
  const exposed = config.tls === null && config.exposed;
  return [
    `${config.mesh.product} is up at ${url}`,
    `  sign in    ${await describeAccounts(node, config, url)}`,
    `  mesh       ${describeMesh(config)}`,
    `  data       ${config.dataDir}`,
    ...(exposed ? [`  warning    ${EXPOSED}`] : []),
    ...(isOpenToAll(config) ? [`  warning    ${openToAllWarning(config)}`] : []),
    ...expiredCertificate(config),
    `  started in ${(performance.now() / 1000).toFixed(2)} s`,
  ];
}

function expiredCertificate({ tls }: Config): string[] {
  if (tls === null || validityAt(expiryOf(tls), Date.now()) !== 'expired') return [];
  const day = dayOf(expiryOf(tls));
  return [
    `  WARNING    the certificate in TLS_CERT expired on ${day}: browsers and peers refuse it`,
  ];
}

function urlOf({ host, tls }: Config, port: number): string {
  const isLocal = isLoopback(host) || host === '0.0.0.0' || host === '::';
  const name = isLocal ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `${tls ? 'https' : 'http'}://${name}:${port}`;
}

async function describeAccounts(node: MeshNode, config: Config, url: string): Promise<string> {
  const { count, names } = await listAccountNames(node.db, NAMES_SHOWN);
  if (count === 0) return describeFirstAccount(config, url);
  const others = count > names.length ? ` and ${count - names.length} more` : '';
  return `${names.join(', ')}${others}; ${describeRegistration(config, url)}`;
}

function describeFirstAccount({ registration }: Config, url: string): string {
  return registration === 'open'
    ? `nobody yet: sign up at ${url}/signup; the first account becomes admin`
    : 'nobody yet: make the first account by npm run account -- add NAME --admin';
}

function describeRegistration({ registration }: Config, url: string): string {
  switch (registration) {
    case 'open':
      return `others sign up at ${url}/signup`;
    case 'invite':
      return 'others need an invitation';
    case 'closed':
      return 'registration is closed';
  }
}

function describeMesh(config: Config): string {
  const peers = `${config.mesh.platforms.length} peers`;
  return isSimulated(config)
    ? `mesh simulator of ${peers} on loopback (${MESH_CONFIG_HINT})`
    : `${peers} at their configured addresses`;
}
