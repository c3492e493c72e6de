import { releaseProxy, transfer, wrap } from 'comlink';
import type { Push } from '../shared/delta.ts';
import { after } from '../shared/time.ts';
import type { DataWorkerApi } from '../worker/api.ts';
import workerUrl from '../worker/main.ts?worker&url';
import { createWorkerClient } from './create-worker-client.ts';
import type { Timers } from './pending-calls.ts';
import type { Spawn } from './supervisor.ts';

/** The one place with the worker's address. */
export const spawnDataWorker: Spawn = ({ push, death }) => {
  const worker = new Worker(workerUrl, { type: 'module', name: 'data' });
  const api = wrap<DataWorkerApi>(worker);
  const { port1, port2 } = new MessageChannel();
  worker.onerror = (event) => death(event.message || 'its script failed');
  worker.onmessageerror = () => death('a message could not be read');
  port1.onmessage = ({ data }: MessageEvent<Push>) => push(data);
  api.attach(transfer(port2, [port2])).catch((error: unknown) => death(String(error)));
  return {
    api,
    end() {
      api[releaseProxy]();
      worker.terminate();
      port1.close();
    },
  };
};

export const pageTimers: Timers = {
  now: () => Date.now(),
  after,
};

/** The page's one client of its data worker, which starts with the first call. */
export const workerClient = createWorkerClient(spawnDataWorker, pageTimers);
