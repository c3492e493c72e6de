import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migratePostgres } from '../../server/database/postgres/postgres.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

/** A database of its own on the server for tests. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** The address of a server that somebody else has started: see `postgres-setup.ts`. */
export const SERVER_VARIABLE = 'TEST_POSTGRES_URL';
/** Name of a database there that has all tables. */
export const TEMPLATE_VARIABLE = 'TEST_POSTGRES_TEMPLATE';
export const NAME_PREFIX = 'meridian_test_';

let own: Promise<PostgresServer> | undefined;

/**
 * Makes a database, for tests and benchmarks alike. The first call in a process that nobody has started a server for starts one,
 * which ends with the process.
 *
 * @param empty without tables, as an operator would make it
 */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const server = await serverUrl();
  const template = empty ? undefined : process.env[TEMPLATE_VARIABLE];
  const name = newName();
  // Copied by the file system: the log is not written, and nothing is synced.
  const copy = `template ${template ?? 'template0'} strategy file_copy`;
  await execute(server, `create database ${name} ${copy}`);
  const url = withDatabase(server, name);
  if (!empty && template === undefined) await migratePostgres(url);
  const drop = `drop database if exists ${name} with (force)`;
  return { url, drop: async () => void (await execute(server, drop)) };
}

/** Makes a database with all tables to copy. @returns its name */
export async function createTemplate(server: string): Promise<string> {
  const name = newName();
  await execute(server, `create database ${name} template template0`);
  await migratePostgres(withDatabase(server, name));
  return name;
}

/** Executes a statement in a database, such as one that ends connections. @returns its rows */
export async function execute<Row = unknown>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function serverUrl(): Promise<string> {
  const given = process.env[SERVER_VARIABLE];
  if (given !== undefined) return given;
  own ??= startPostgres();
  const { url } = await own;
  // A worker that loads this module anew for its next file finds it again.
  process.env[SERVER_VARIABLE] = url;
  return url;
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

const newName = () => NAME_PREFIX + randomBytes(6).toString('hex');
