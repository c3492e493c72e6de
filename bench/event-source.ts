import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

/** The parent's end of `event-server.ts`. */
export interface EventSource {
  readonly url: string;
  readonly pid: number;
  /**
   * Writes a row a message, all in one transaction; `{at}` in a message becomes the time of writing.
   *
   * @returns when the server began to write, epoch milliseconds
   */
  write(...messages: readonly string[]): Promise<number>;
  /** @returns a cookie of a session for each of so many new accounts */
  openSessions(count: number): Promise<string[]>;
  /** @returns processor time that the process has used, milliseconds */
  cpuMs(): Promise<number>;
  stop(): Promise<void>;
}

/** @param env beside the data directory */
export async function startEventSource(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<EventSource> {
  const child = fork(join(import.meta.dirname, 'event-server.ts'), {
    execArgv: ['--import', 'tsx'],
    env: {
      ...process.env,
      ...{ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
    },
  });
  const { port } = await nextMessage<{ port: number }>(child);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async write(...messages) {
      const written = nextMessage<{ at: number }>(child);
      child.send(messages);
      return (await written).at;
    },
    async openSessions(count) {
      const opened = nextMessage<{ cookies: string[] }>(child);
      child.send({ sessions: count });
      return (await opened).cookies;
    },
    async cpuMs() {
      const used = nextMessage<{ cpuMs: number }>(child);
      child.send('cpu');
      return (await used).cpuMs;
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`the server ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message as T);
    });
  });
}
