import { spawn } from 'node:child_process';

/**
 * How a child process ended.
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Ending
 */

/**
 * Runs a program to its end, its output on ours. Never rejects: a program that cannot be started ends
 * with code 127, its reason printed.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, signal?: AbortSignal, quiet?: boolean }} [options]
 *   an aborted `signal` sends SIGTERM; `quiet` drops the standard output
 * @returns {Promise<Ending>}
 */
export function run(program, args, options = {}) {
  const { cwd, env, signal, quiet = false } = options;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit'],
      // npm is a `.cmd` file on Windows, which only a shell starts.
      shell: process.platform === 'win32' && program === 'npm',
    });
    const stop = () => child.kill('SIGTERM');
    signal?.addEventListener('abort', stop, { once: true });
    const end = (/** @type {Ending} */ ending) => {
      signal?.removeEventListener('abort', stop);
      resolve(ending);
    };
    child.once('error', (error) => {
      console.error(`${program} cannot be started: ${error.message}`);
      end({ code: 127, signal: null });
    });
    child.once('exit', (code, by) => end({ code, signal: by }));
  });
}
