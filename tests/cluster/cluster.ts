import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../scripts/free-port.mjs';
import { type LoadBalancer, startLoadBalancer } from './load-balancer.ts';

/** How a process ended. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** What is not as at the first start. */
interface InstanceChanges {
  /** Checkout that is run. */
  readonly root?: string;
  /** Changes of its environment. */
  readonly env?: Record<string, string> | undefined;
}

/** One process of several that share a database. */
export interface Instance {
  readonly name: string;
  readonly port: number;
  readonly url: string;
  readonly pid: number;
  /** What the present process has printed. */
  printed(): string;
  isRunning(): boolean;
  /** How the last process ended; nulls while it runs. */
  exit(): ProcessExit;
  /** Sends a signal to the present process. */
  signal(name: NodeJS.Signals): void;
  /** Sends a signal and waits for the end, if it runs. */
  stop(name?: NodeJS.Signals): Promise<void>;
  /** Starts a process at the same port, and waits until it is ready. */
  start(changed?: InstanceChanges): Promise<void>;
}

/** Equal instances on one database, behind a load balancer. */
export interface Cluster {
  readonly url: string;
  readonly balancer: LoadBalancer;
  readonly instances: readonly Instance[];
  /** Ends the instances, then the load balancer. @returns how each instance ended */
  stop(signal?: NodeJS.Signals): Promise<ProcessExit[]>;
  /** Starts all at the same ports, after `stop`. @param env changes of their environment */
  start(env?: Record<string, string>): Promise<void>;
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

function killRunning(): void {
  for (const child of running) child.kill('SIGKILL');
}

function endWithTests(child: ChildProcess): void {
  if (running.size === 0) process.once('exit', killRunning);
  running.add(child);
  child.once('close', () => {
    running.delete(child);
    if (running.size === 0) process.off('exit', killRunning);
  });
}

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
  const targets = instances.map(({ port }) => port);
  let balancer = await startLoadBalancer(targets, options.port);
  const { url, port } = balancer;
  return {
    url,
    get balancer() {
      return balancer;
    },
    instances,
    async stop(signal) {
      await Promise.all(instances.map((one) => one.stop(signal)));
      await balancer.close();
      return instances.map((one) => one.exit());
    },
    async start(changes) {
      await Promise.all(instances.map((one) => one.start({ env: changes })));
      balancer = await startLoadBalancer(targets, port);
    },
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
    exit: () => ({ code: child?.exitCode ?? null, signal: child?.signalCode ?? null }),
    signal: (signal) => void child?.kill(signal),
    async stop(signal = 'SIGTERM') {
      if (child === undefined || !isRunning()) return;
      const ended = once(child, 'close');
      child.kill(signal);
      await ended;
    },
    async start({ root: checkout = root, env: changes = {} } = {}) {
      printed = '';
      child = spawn(process.execPath, [join(checkout, program)], {
        cwd: checkout,
        env: {
          ...process.env,
          NODE_ENV: '',
          HOST: '127.0.0.1',
          PORT: String(port),
          ...env,
          ...changes,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      endWithTests(child);
      const keep = (chunk: Buffer) => {
        printed = (printed + chunk).slice(-100_000);
      };
      child.stdout?.on('data', keep);
      child.stderr?.on('data', keep);
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
