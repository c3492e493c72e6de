import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { onTestFinished } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Prints the most memory that the process had. */
const MEASURED = `data:text/javascript,${encodeURIComponent(
  `process.on('exit', () => console.log('peak ' + process.resourceUsage().maxRSS));`,
)}`;

export interface ScriptResult {
  /** Null: it was killed. */
  readonly code: number | null;
  /** What it printed, errors too. */
  readonly output: string;
  /** Bytes of memory that it had at most. */
  readonly peakBytes: number;
}

/**
 * Runs `scripts/<name>.mjs` in a process of its own.
 *
 * @param onOutput called with all that it has printed so far
 */
export async function runScript(
  name: string,
  args: readonly string[],
  env: Record<string, string>,
  onOutput: (output: string, child: ChildProcess) => void = () => undefined,
): Promise<ScriptResult> {
  const child = spawn(
    process.execPath,
    ['--import', MEASURED, resolve(ROOT, `scripts/${name}.mjs`), ...args],
    { cwd: ROOT, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
      onOutput(output, child);
    });
  const [code] = await once(child, 'close');
  const peakBytes = Number(/peak (\d+)/.exec(output)?.[1] ?? 0) * 1024;
  return { code, output: output.replace(/peak \d+\n/, ''), peakBytes };
}
