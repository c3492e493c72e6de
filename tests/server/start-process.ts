import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { prepare } from '../../scripts/prepare.mjs';

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * Builds what is newer than its build. A process that compiles the sources itself takes several times as long to start.
 *
 * @returns path of the server's program
 */
export async function builtServer(): Promise<string> {
  await prepare(ROOT, new AbortController().signal);
  return resolve(ROOT, 'dist/server/main.js');
}

/** Node 20.19 calls Ed25519 experimental on the standard error, where a test looks for the server's own words. */
const NO_WARNING = '--disable-warning=ExperimentalWarning';

/** A server in a process of its own. */
export interface ServerProcess {
  readonly child: ChildProcess;
  /** undefined when it ended instead of starting. */
  readonly url: string | undefined;
  /** What it has printed so far. */
  readonly output: { out: string; err: string };
  /** Its exit code. */
  readonly ended: Promise<number>;
}

/**
 * Starts the server, and ends it with the test. Resolves once it has said that it is up, or has ended.
 *
 * @param imports modules that are loaded before it
 */
export async function startProcess(
  env: Record<string, string>,
  { imports = [], ...options }: SpawnOptions & { readonly imports?: readonly string[] } = {},
): Promise<ServerProcess> {
  const child = spawn(
    process.execPath,
    [NO_WARNING, ...imports.flatMap((name) => ['--import', name]), await builtServer()],
    {
      ...options,
      cwd: ROOT,
      env: { ...process.env, PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { out: '', err: '' };
  const ended = once(child, 'close').then(([code]) => code as number);
  const started = new Promise<string>((ready) => {
    child.stdout?.on('data', (chunk) => {
      output.out += chunk;
      const url = /up at (https?:\/\/\S+)/.exec(output.out)?.[1];
      if (url && output.out.includes('started in')) ready(url);
    });
  });
  child.stderr?.on('data', (chunk) => {
    output.err += chunk;
  });
  const url = await Promise.race([started, ended.then(() => undefined)]);
  return { child, url, output, ended };
}
