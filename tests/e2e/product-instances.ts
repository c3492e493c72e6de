import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { FILES, secretContext } from '../../server/secrets/key-store.ts';
import { createSecretBox, isSealed } from '../../server/secrets/secret-box.ts';
import { startCluster } from '../cluster/cluster.ts';
import { createTestDatabase, execute, type TestDatabase } from '../server/postgres.ts';
import type { Product } from './running-product.ts';

/** A product as several instances on one PostgreSQL, behind a load balancer without sticky sessions. */

interface State {
  readonly database: TestDatabase;
  readonly secretKey: string;
}

interface InstancesOptions {
  readonly count: number;
  /** What it keeps is found again by another start with the same directory. */
  readonly dataDir: string;
  /** Where the load balancer listens; any free port by default. */
  readonly port?: number;
  readonly env: Record<string, string>;
  /** The checkout that is run. */
  readonly root: string;
  /** Of the checkout. */
  readonly program: string;
  /** The checkout may be of another release, which makes its own tables. */
  readonly isOtherRelease: boolean;
}

const states = new Map<string, State>();
/** How to end each product. */
const running = new Set<() => Promise<void>>();

export async function startInstances(options: InstancesOptions): Promise<Product> {
  const { count, dataDir, port = 0, env, root, program, isOtherRelease } = options;
  const known = states.get(dataDir);
  const state = known ?? {
    database: await createTestDatabase({ empty: isOtherRelease }),
    secretKey: randomBytes(32).toString('base64url'),
  };
  states.set(dataDir, state);
  const { database, secretKey } = state;
  if (known !== undefined || !isOtherRelease) await bringIdentity(dataDir, database.url);
  const cluster = await startCluster({
    size: count,
    databaseUrl: database.url,
    env: { SECRET_KEY: secretKey, BUNDLE_STORE: `file:${join(dataDir, 'bundles')}`, ...env },
    root,
    program,
    port,
  });
  running.add(cluster.close);
  await keepIdentity(dataDir, state);
  const { instances, url } = cluster;
  return {
    url,
    port: cluster.balancer.port,
    ports: instances.map((one) => one.port),
    get pid() {
      return instances[0]?.pid ?? 0;
    },
    dataDir,
    printed: () => instances.map((one) => one.printed()).join('\n'),
    signal: (name) => {
      for (const one of instances) one.signal(name);
    },
    async stop(signal = 'SIGTERM') {
      const began = performance.now();
      const exits = await cluster.stop(signal);
      const afterMs = performance.now() - began;
      const failed = exits.find(({ code }) => code !== 0);
      return { code: 0, signal: null, ...failed, afterMs };
    },
    start: cluster.start,
  };
}

/** At the end of a file. */
export async function endInstances(): Promise<void> {
  await Promise.all([...running].map((close) => close()));
  await Promise.all([...states.values()].map(({ database }) => database.drop()));
  running.clear();
  states.clear();
}

/** The node's key is in the database. A test that moves its file away or back means that row. */
async function bringIdentity(dataDir: string, url: string): Promise<void> {
  const path = join(dataDir, FILES.identity);
  await execute(url, "delete from secrets where name = 'identity'");
  if (!existsSync(path)) return;
  const text = pg.escapeLiteral(readFileSync(path, 'utf8'));
  await execute(url, `insert into secrets (name, value) values ('identity', ${text})`);
}

async function keepIdentity(dataDir: string, { database, secretKey }: State): Promise<void> {
  const statement = "select value from secrets where name = 'identity'";
  const [row] = await execute<{ value: string }>(database.url, statement);
  if (row === undefined) return;
  const { value } = row;
  const box = createSecretBox(secretKey);
  const text = isSealed(value) ? box.open(secretContext('identity'), value) : value;
  if (text !== undefined) writeFileSync(join(dataDir, FILES.identity), text, { mode: 0o600 });
}
