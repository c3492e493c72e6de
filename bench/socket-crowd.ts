import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The parent's end of `socket-crowd-main.ts`. */
export interface SocketCrowd {
  /** @returns how many were opened */
  open(url: string, cookies: readonly string[], each: number): Promise<number>;
  /** @returns the age in milliseconds of every marked row that has arrived since it was last asked */
  ages(): Promise<number[]>;
  end(): void;
}

export async function startSocketCrowd(): Promise<SocketCrowd> {
  const child = fork(join(import.meta.dirname, 'socket-crowd-main.ts'), {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  });
  await once(child, 'message');
  return {
    async open(url, cookies, each) {
      return (await answer<{ opened: number }>(child, { open: { url, cookies, each } })).opened;
    },
    ages: () => answer<number[]>(child, 'ages'),
    end: () => void child.kill(),
  };
}

async function answer<T>(child: ChildProcess, order: object | string): Promise<T> {
  const answered = once(child, 'message');
  child.send(order);
  const [message] = await answered;
  return message as T;
}
