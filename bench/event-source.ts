import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

/** The parent's end of `event-server.ts`. */
export interface EventSource {
  readonly url: string;
  /** @returns when the server began to write the row, epoch milliseconds */
  write(message: string): Promise<number>;
  stop(): Promise<void>;
}

export async function startEventSource(dataDir: string): Promise<EventSource> {
  const child = fork(join(import.meta.dirname, 'event-server.ts'), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
  });
  const { port } = await nextMessage<{ port: number }>(child);
  return {
    url: `http://127.0.0.1:${port}`,
    async write(message) {
      const written = nextMessage<{ at: number }>(child);
      child.send(message);
      return (await written).at;
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
