import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { onTestFinished } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');
const MEASURE_EVERY_MS = 250;
/**
 * Prints the most memory that was in use, heap and buffers, and how often that was measured. What nobody holds any more is
 * freed before: on a busy machine that happens late by itself, and the size of the process says more about the machine.
 */
const MEASURED = `data:text/javascript,${encodeURIComponent(`
  import { setFlagsFromString } from 'node:v8';
  import { runInNewContext } from 'node:vm';
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc');
  let [live, times] = [0, 0];
  setInterval(() => {
    gc();
    // Buffers that the first one has found are freed when the second one begins.
    gc();
    const { heapUsed, external } = process.memoryUsage();
    live = Math.max(live, heapUsed + external);
    times += 1;
  }, ${MEASURE_EVERY_MS}).unref();
  process.on('exit', () => console.log('live ' + live + ' of ' + times));
`)}`;

export interface ScriptResult {
  /** Null: it was killed. */
  readonly code: number | null;
  /** What it printed, errors too. */
  readonly output: string;
}

interface Measured extends ScriptResult {
  /** Bytes of memory that it used at most. */
  readonly liveBytes: number;
  readonly measurements: number;
}

/**
 * Runs `scripts/<name>.mjs` in a process of its own.
 *
 * @param onOutput called with all that it has printed so far
 */
export const runScript = (
  name: string,
  args: readonly string[],
  env: Record<string, string>,
  onOutput?: (output: string, child: ChildProcess) => void,
): Promise<ScriptResult> => runNode([pathOf(name), ...args], env, onOutput);

/** The same, more slowly. */
export async function measureScript(
  name: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<Measured> {
  const result = await runNode(['--import', MEASURED, pathOf(name), ...args], env);
  const [, live, times] = /live (\d+) of (\d+)/.exec(result.output) ?? [];
  return { ...result, liveBytes: Number(live), measurements: Number(times) };
}

/** Runs `backup -` for one place into `restore -` for another. */
export async function runPipe(from: Record<string, string>, to: Record<string, string>) {
  const backup = start([pathOf('backup'), '-'], from);
  const restore = start([pathOf('restore'), '-', '--keep-access'], to);
  backup.stdout.pipe(restore.stdin);
  let output = '';
  for (const stream of [backup.stderr, restore.stdout, restore.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const ended = [backup, restore].map(async (child): Promise<number | null> => {
    const [code] = await once(child, 'close');
    return code;
  });
  return { codes: await Promise.all(ended), output };
}

const pathOf = (name: string) => resolve(ROOT, `scripts/${name}.mjs`);

async function runNode(
  args: readonly string[],
  env: Record<string, string>,
  onOutput: (output: string, child: ChildProcess) => void = () => undefined,
): Promise<ScriptResult> {
  const child = start(args, env);
  child.stdin.end();
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
      onOutput(output, child);
    });
  const [code] = await once(child, 'close');
  return { code, output };
}

function start(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}
