import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../scripts/free-port.mjs';
import { type LoadBalancer, startLoadBalancer } from './load-balancer.ts';

/** One process of several that share a database. */
export interface Instance {
  readonly name: string;
  readonly port: number;
  readonly url: string;
  readonly pid: number;
  /** What the present process has printed. */
  printed(): string;
  isRunning(): boolean;
  /** Sends a signal to the present process. */
  signal(name: NodeJS.Signals): void;
  /** Sends a signal and waits for the end. @returns milliseconds that it took */
  stop(name?: NodeJS.Signals): Promise<number>;
  /** Starts a process at the same port, and waits until it is ready. @param root checkout that is run */
  start(root?: string): Promise<void>;
}

/** Equal instances on one database, behind a load balancer. */
export interface Cluster {
  readonly url: string;
  readonly balancer: LoadBalancer;
  readonly instances: readonly Instance[];
  close(): Promise<void>;
}

interface ClusterOptions {
  readonly size: number;
  readonly databaseUrl: string;
  readonly env?: Record<string, string>;
  /** Checkout that is run. */
  readonly root?: string;
  /** Of the checkout; the built server by default. */
  readonly program?: string;
  /** Where the load balancer listens; any free port by default. */
  readonly port?: number;
}

const ROOT = resolve(import.meta.dirname, '../..');
const PROGRAM = 'dist/server/main.js';
const ASK_EVERY_MS = 50;
const START_MS = 60_000;

/** A test that is cut off must leave no process behind. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Its data directories, one for each instance and one for bundles, are removed at its end. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { size, databaseUrl, env = {}, root = ROOT, program = PROGRAM } = options;
  const folder = mkdtempSync(join(tmpdir(), 'meridian-cluster-'));
  const shared = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: randomBytes(32).toString('base64url'),
    BUNDLE_STORE: `file:${join(folder, 'bundles')}`,
    ...env,
  };
  const instances: Instance[] = [];
  for (let i = 1; i <= size; i += 1) {
    const name = `instance-${i}`;
    const own = { INSTANCE_NAME: name, DATA_DIR: join(folder, name) };
    instances.push(await createInstance(name, { ...shared, ...own }, { root, program }));
  }
  await Promise.all(instances.map((one) => one.start()));
  const balancer = await startLoadBalancer(
    instances.map(({ port }) => port),
    options.port,
  );
  return {
    url: balancer.url,
    balancer,
    instances,
    async close() {
      await balancer.close();
      await Promise.all(instances.map((one) => one.stop('SIGKILL')));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function createInstance(
  name: string,
  env: Record<string, string>,
  { root, program }: { readonly root: string; readonly program: string },
): Promise<Instance> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let printed = '';

  const isRunning = () =>
    child !== undefined && child.exitCode === null && child.signalCode === null;

  return {
    name,
    port,
    url,
    get pid() {
      return child?.pid ?? 0;
    },
    printed: () => printed,
    isRunning,
    signal: (signal) => void child?.kill(signal),
    async stop(signal = 'SIGTERM') {
      const began = performance.now();
      if (child === undefined || !isRunning()) return 0;
      const ended = once(child, 'close');
      child.kill(signal);
      await ended;
      return performance.now() - began;
    },
    async start(checkout = root) {
      printed = '';
      child = spawn(process.execPath, [join(checkout, program)], {
        cwd: checkout,
        env: { ...process.env, NODE_ENV: '', HOST: '127.0.0.1', PORT: String(port), ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const started = child;
      running.add(started);
      started.once('close', () => running.delete(started));
      const hear = (chunk: Buffer) => {
        printed = (printed + chunk).slice(-100_000);
      };
      child.stdout?.on('data', hear);
      child.stderr?.on('data', hear);
      const until = performance.now() + START_MS;
      while (!(await isReady(url))) {
        if (!isRunning() || performance.now() > until)
          throw new Error(`${name} did not become ready:\n${printed}`);
        await delay(ASK_EVERY_MS);
      }
    },
  };
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1000) }).then(
    ({ status }) => status !== 503,
    () => false,
  );
