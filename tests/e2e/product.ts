import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../scripts/free-port.mjs';

/** How a process ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running server: the program that `npm start` runs, with a port and a data directory of its own. */
export interface Product {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly dataDir: string;
  /** What it has printed so far, both streams. */
  printed(): string;
  /** @returns how it ended, and how long that took */
  stop(signal?: NodeJS.Signals): Promise<Ending & { afterMs: number }>;
}

/** Whoever fails half-way leaves no server behind. */
const started = new Map<ChildProcess, Promise<Ending>>();
process.once('exit', () => {
  for (const child of started.keys()) child.kill('SIGKILL');
});

/** Ends every server that is still running, however far its test came. */
export async function endProducts(): Promise<void> {
  for (const child of started.keys()) child.kill('SIGKILL');
  await Promise.all(started.values());
}

const ROOT = resolve(import.meta.dirname, '../..');
/** What `npm start` runs. */
const START = 'scripts/start.mjs';
const ASK_EVERY_MS = 25;
const PORT_TRIES = 3;

/** @returns a new folder for `DATA_DIR`; the caller removes it */
export const newDataDir = () => mkdtempSync(join(tmpdir(), 'meridian-e2e-'));

/**
 * Starts the product and waits until it answers.
 *
 * @param root where it lies; this checkout unless said otherwise
 * @param program of it; `npm start` unless said otherwise
 * @throws with everything it printed when it ends instead
 */
export async function startProduct(
  env: Record<string, string> = {},
  root: string = ROOT,
  program: string = START,
): Promise<Product> {
  if (env.PORT) return startAt(Number(env.PORT), env, root, program);
  for (let tries = 1; ; tries += 1) {
    try {
      return await startAt(await freePort(), env, root, program);
    } catch (error) {
      // Between the look and the start another process may have taken it.
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
  const running = launch({ PORT: String(port), DATA_DIR: dataDir, ...env }, root, program);
  const url = `http://127.0.0.1:${port}`;
  await answers(url, running);
  return {
    url,
    port,
    pid: running.child.pid ?? 0,
    dataDir,
    printed: running.printed,
    async stop(signal = 'SIGTERM') {
      const began = performance.now();
      running.child.kill(signal);
      const ending = await running.ended;
      if (env.DATA_DIR === undefined) rmSync(dataDir, { recursive: true, force: true });
      return { ...ending, afterMs: performance.now() - began };
    },
  };
}

/** Starts the product where it is expected to end by itself. */
export async function startInVain(
  env: Record<string, string>,
): Promise<Ending & { printed: string }> {
  const running = launch(env);
  return { ...(await running.ended), printed: running.printed() };
}

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ending>;
  printed(): string;
}

function launch(env: Record<string, string>, root = ROOT, program = START): Running {
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: { ...process.env, HOST: '127.0.0.1', NODE_ENV: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<Ending>((done) => {
    child.once('close', (code, signal) => {
      started.delete(child);
      done({ code, signal });
    });
  });
  started.set(child, ended);
  return { child, ended, printed: () => Buffer.concat(chunks).toString() };
}

async function answers(url: string, { child, printed }: Running): Promise<void> {
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
