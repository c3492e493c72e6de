import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../scripts/free-port.mjs';
import type { ProcessExit } from '../cluster/cluster.ts';
import type { Product } from './running-product.ts';

/** A test that fails half-way must leave neither servers nor folders behind. */
const running = new Map<ChildProcess, Promise<ProcessExit>>();
const folders = new Set<string>();
/** What else has to end. */
const ends = new Set<() => Promise<void>>();
const onExit = () => {
  for (const child of running.keys()) child.kill('SIGKILL');
  removeFolders();
};
process.once('exit', onExit);

/** At the end of a file: ends every server that is still running, and removes the folders. */
export async function endProducts(): Promise<void> {
  for (const child of running.keys()) child.kill('SIGKILL');
  await Promise.all([...running.values(), ...[...ends].map((end) => end())]);
  ends.clear();
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
export const INSTANCES = Number(process.env.E2E_INSTANCES ?? 1);

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
  if (INSTANCES > 1) {
    const { endInstances, startInstances } = await import('./product-instances.ts');
    ends.add(endInstances);
    const { PORT, DATA_DIR: dataDir = newDataDir(), ...others } = env;
    const isOtherRelease = root !== ROOT;
    const at = { count: INSTANCES, dataDir, port: Number(PORT ?? 0), isOtherRelease };
    return startInstances({ ...at, env: others, root, program });
  }
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
  const launchWith = async (changes: Record<string, string>) => {
    const all = { PORT: String(port), DATA_DIR: dataDir, ...env, ...changes };
    const server = launch(all, root, program);
    await isAnswering(url, server);
    return server;
  };
  let server = await launchWith({});
  return {
    url,
    port,
    ports: [port],
    dataDir,
    get pid() {
      return server.child.pid ?? 0;
    },
    printed: () => server.printed(),
    signal: (name) => void server.child.kill(name),
    async stop(signal = 'SIGTERM') {
      const began = performance.now();
      server.child.kill(signal);
      const exit = await server.exit;
      return { ...exit, afterMs: performance.now() - began };
    },
    async start(changes = {}) {
      server = await launchWith(changes);
    },
  };
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
