import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Peers in a process of their own. */
interface PeerProcess {
  /** Platform id to address. */
  readonly addresses: ReadonlyMap<string, string>;
  end(): void;
}

/** @param dataDir of the node that they know, by the key that is in it */
export async function startPeerProcess(dataDir: string, count: number): Promise<PeerProcess> {
  const file = fileURLToPath(new URL('./peer-process-main.ts', import.meta.url));
  const child = fork(file, [dataDir, String(count)], { execArgv: ['--import', 'tsx'] });
  return { addresses: new Map(await firstMessage(child)), end: () => void child.kill() };
}

function firstMessage(child: ChildProcess): Promise<[string, string][]> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as [string, string][]));
    child.once('exit', () => reject(new Error('the peers ended')));
  });
}
