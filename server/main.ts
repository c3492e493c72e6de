import { isOpenToAll, openToAllWarning } from './accounts/exposure.ts';
import { listAccountNames } from './accounts/rows/accounts.ts';
import { ActionableError } from './base/actionable-error.ts';
import { findInstallPaths } from './base/install-paths.ts';
import { dayOf, expiryOf } from './config/certificate.ts';
import { type Config, isLoopback, readConfig } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { isMeshNode } from './config/mesh-config.ts';
import { isDiskFull } from './database/data-dir.ts';
import { DatabaseFullError, DatabaseUnreachableError } from './database/database-errors.ts';
import { isSimulated } from './mesh/setup.ts';
import { type MeshNode, startNode } from './node.ts';

/** The process: reads the configuration, starts the node, prints the startup banner, exits on a signal. */

/** Requests that are still open so long after the drain are cut off, so that the process exits within five seconds. */
const FINISH_REQUESTS_MS = 3500;
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
    const starting = await startNode(config, { paths, say: console.error });
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
  if (error instanceof ActionableError || error instanceof ConfigError) return error.message;
  if (error instanceof DatabaseUnreachableError)
    return `DATABASE_URL: ${error.message} (${describeCause(error.cause)})`;
  if (!(error instanceof DatabaseFullError)) return sentenceOf(error as SystemError) ?? error;
  return isDiskFull(error.cause)
    ? sentenceOf(error.cause as SystemError)
    : `DATABASE_URL: ${error.message}`;
}

interface SystemError extends NodeJS.ErrnoException {
  readonly port?: number;
  readonly address?: string;
  readonly hostname?: string;
}

/** @returns undefined for what nobody can change by a setting */
function sentenceOf({ code, port, address, hostname, path }: SystemError): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken: another server listens there. Set PORT to a free port.`;
    case 'EADDRNOTAVAIL':
      return `HOST: this machine has no address ${address}.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST: ${hostname} is neither an address nor a known name.`;
    case 'ENOSPC':
    case 'SQLITE_FULL':
      return 'DATA_DIR: the disk is full. Free some space, then start again.';
    case 'SQLITE_READONLY':
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_PERM':
      return `DATA_DIR: the database cannot be opened for writing (${code}). Check the owner of its files.`;
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EEXIST':
      return path && `${path} cannot be used (${code}).`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${path ?? `Port ${port}`} cannot be used (${code}).`;
    default:
      return undefined;
  }
}

/** @returns such as `connect ECONNREFUSED 127.0.0.1:5432`; of several addresses that were tried, of the first one */
function describeCause(cause: unknown): string {
  if (cause instanceof AggregateError) return describeCause(cause.errors[0]);
  return cause instanceof Error ? cause.message : String(cause);
}

/** @returns the lines printed at start */
async function startupBanner(node: MeshNode, config: Config, port: number): Promise<string[]> {
  const url = urlOf(config, port);
  const exposed = config.tls === null && config.exposed && config.trustedProxies === 0;
  return [
    `${config.mesh.product} is up at ${url}`,
    `  sign in    ${await describeAccounts(node, config, url)}`,
    `  mesh       ${describeMesh(node.platforms, isSimulated(config))}`,
    `  data       ${config.dataDir}`,
    ...(exposed ? [`  warning    ${EXPOSED}`] : []),
    ...(isOpenToAll(config) ? [`  warning    ${openToAllWarning(config)}`] : []),
    ...expiredCertificate(config),
    `  started in ${(performance.now() / 1000).toFixed(2)} s`,
  ];
}

function expiredCertificate({ tls }: Config): string[] {
  if (tls === null || expiryOf(tls) > Date.now()) return [];
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

function describeMesh(platforms: MeshNode['platforms'], isMeshSimulated: boolean): string {
  const count = platforms.length;
  if (count === 0) return 'no platforms yet: admins add them on the screen Platforms';
  const simulated = platforms.filter(
    (one) => isMeshSimulated && isMeshNode(one) && one.address === undefined,
  ).length;
  if (simulated === count)
    return `mesh simulator of ${count} peers on loopback (${MESH_CONFIG_HINT})`;
  return `${count} platforms${simulated > 0 ? `, of which ${simulated} are simulated` : ''}`;
}
