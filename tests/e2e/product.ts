import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../scripts/free-port.mjs';
import { FILES, tableKeys } from '../../server/secrets/key-store.ts';

/** How a process ended. */
interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A server that runs the program of `npm start`, with its own port and data directory. */
export interface Product {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly dataDir: string;
  /** What the present process has printed so far, both streams. */
  printed(): string;
  /** @returns how the process ended, and how long that took */
  stop(signal?: NodeJS.Signals): Promise<ProcessExit & { afterMs: number }>;
  /**
   * Starts it again on the same port and data directory, after `stop`.
   *
   * @param root checkout of another release
   */
  start(root?: string): Promise<void>;
}

/** A test that fails half-way must leave neither servers nor folders behind. */
const running = new Map<ChildProcess, Promise<ProcessExit>>();
const folders = new Set<string>();
/** How to end each group of instances. */
const clusters = new Set<() => Promise<void>>();
const onExit = () => {
  for (const child of running.keys()) child.kill('SIGKILL');
  removeFolders();
};
process.once('exit', onExit);

/** At the end of a file: ends every server that is still running, and removes the folders. */
export async function endProducts(): Promise<void> {
  for (const child of running.keys()) child.kill('SIGKILL');
  await Promise.all([...running.values(), ...[...clusters].map((close) => close())]);
  clusters.clear();
  removeFolders();
  process.off('exit', onExit);
}

function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders.clear();
}

const ROOT = resolve(import.meta.dirname, '../..');
/** What `npm start` runs. */
const START = 'scripts/start.mjs';
const ASK_EVERY_MS = 25;
const PORT_TRIES = 3;
/** `E2E_INSTANCES=2`: every product of the tests is so many instances. */
const INSTANCES = Number(process.env.E2E_INSTANCES ?? 1);

/** @returns a new folder, which `endProducts` removes */
export function newDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-e2e-'));
  folders.add(folder);
  return folder;
}

/**
 * Starts the product and waits until it answers.
 *
 * @param root the checkout that is run
 * @param program of the checkout
 * @throws with everything that the process printed when it ends instead
 */
export async function startProduct(
  env: Record<string, string> = {},
  root: string = ROOT,
  program: string = START,
): Promise<Product> {
  if (INSTANCES > 1) return startInstances(env, root, program);
  if (env.PORT) return startAt(Number(env.PORT), env, root, program);
  for (let tries = 1; ; tries += 1) {
    try {
      return await startAt(await freePort(), env, root, program);
    } catch (error) {
      // Another process may have taken the port since it was found free.
      if (tries === PORT_TRIES || !/Port \d+ is taken/.test(String(error))) throw error;
    }
  }
}

async function startAt(
  port: number,
  env: Record<string, string>,
  root: string,
  program: string,
): Promise<Product> {
  const dataDir = env.DATA_DIR ?? newDataDir();
  const url = `http://127.0.0.1:${port}`;
  const launchIn = async (checkout: string) => {
    const all = { PORT: String(port), DATA_DIR: dataDir, ...env };
    const server = launch(all, checkout, program);
    await isAnswering(url, server);
    return server;
  };
  let server = await launchIn(root);
  return {
    url,
    port,
    dataDir,
    get pid() {
      return server.child.pid ?? 0;
    },
    printed: () => server.printed(),
    async stop(signal = 'SIGTERM') {
      const began = performance.now();
      server.child.kill(signal);
      const exit = await server.exit;
      return { ...exit, afterMs: performance.now() - began };
    },
    async start(checkout = root) {
      server = await launchIn(checkout);
    },
  };
}

/** The same, as several instances on one PostgreSQL behind a load balancer that sends each request to another one. */
async function startInstances(
  env: Record<string, string>,
  root: string,
  program: string,
): Promise<Product> {
  const { startCluster } = await import('../cluster/cluster.ts');
  const { createTestDatabase } = await import('../server/postgres.ts');
  const database = await createTestDatabase();
  const { PORT = '0', DATA_DIR = newDataDir(), ...others } = env;
  const SECRET_KEY = randomBytes(32).toString('base64url');
  await bringIdentity(DATA_DIR, database.url, SECRET_KEY);
  const options = { size: INSTANCES, databaseUrl: database.url, root, program, port: Number(PORT) };
  const cluster = await startCluster({ ...options, env: { SECRET_KEY, ...others } });
  clusters.add(async () => {
    await cluster.close();
    await database.drop();
  });
  const { instances, url, balancer } = cluster;
  return {
    url,
    port: balancer.port,
    dataDir: DATA_DIR,
    get pid() {
      return instances[0]?.pid ?? 0;
    },
    printed: () => instances.map((one) => one.printed()).join('\n'),
    async stop(signal = 'SIGTERM') {
      const took = await Promise.all(instances.map((one) => one.stop(signal)));
      return { code: 0, signal: null, afterMs: Math.max(...took) };
    },
    async start(checkout = root) {
      await Promise.all(instances.map((one) => one.start(checkout)));
    },
  };
}

/** Puts the key of a data directory, which peers of a test know, where instances look for theirs. */
async function bringIdentity(dataDir: string, databaseUrl: string, key: string): Promise<void> {
  const path = join(dataDir, FILES.identity);
  if (!existsSync(path)) return;
  const { openForCommand } = await import('../../server/store/store.ts');
  const { createSecretBox } = await import('../../server/secrets/secret-box.ts');
  const place = { dataDir, database: { url: databaseUrl, connectionsMax: 2 } };
  const { db, close } = await openForCommand(place);
  const keys = tableKeys((work) => db.transaction().execute(work), createSecretBox(key));
  await keys.update('identity', async () => readFileSync(path, 'utf8'));
  await close();
}

/** Starts the product with settings that must make it end with an error. */
export async function startRefused(
  env: Record<string, string>,
): Promise<ProcessExit & { printed: string }> {
  const server = launch(env);
  return { ...(await server.exit), printed: server.printed() };
}

interface ServerProcess {
  readonly child: ChildProcess;
  readonly exit: Promise<ProcessExit>;
  printed(): string;
}

function launch(env: Record<string, string>, root = ROOT, program = START): ServerProcess {
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: { ...process.env, HOST: '127.0.0.1', NODE_ENV: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const exit = new Promise<ProcessExit>((resolveExit) => {
    child.once('close', (code, signal) => {
      running.delete(child);
      resolveExit({ code, signal });
    });
  });
  running.set(child, exit);
  return { child, exit, printed: () => Buffer.concat(chunks).toString() };
}

async function isAnswering(url: string, { child, printed }: ServerProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const ok = await fetch(`${url}/login`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return;
    await delay(ASK_EVERY_MS);
  }
  throw new Error(`The server ended instead of answering:\n${printed()}`);
}
