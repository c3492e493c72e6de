import type { RemoteApi, Spawn } from '../../src/console/supervisor.ts';
import type { Push } from '../../src/shared/delta.ts';

/** A worker as the page sees it, with its end in the test's hand. */
export interface FakeWorker {
  /** Names of the questions it was asked, with their values. */
  readonly asked: readonly (readonly [string, ...unknown[]])[];
  /** How it answers from now on; 'hang' never does. */
  answers: ((name: string, values: readonly unknown[]) => unknown) | 'hang';
  readonly ended: () => boolean;
  push(push: Push): void;
  die(reason: string): void;
}

interface FakeSpawn {
  readonly spawn: Spawn;
  readonly workers: readonly FakeWorker[];
  last(): FakeWorker;
}

/** @param answers of every worker to begin with */
export function createFakeSpawn(answers: FakeWorker['answers'] = () => undefined): FakeSpawn {
  const workers: FakeWorker[] = [];
  return {
    workers,
    last() {
      const last = workers.at(-1);
      if (last === undefined) throw new Error('no worker was started');
      return last;
    },
    spawn({ push, death }) {
      const asked: (readonly [string, ...unknown[]])[] = [];
      let ended = false;
      const worker: FakeWorker = { asked, answers, ended: () => ended, push, die: death };
      workers.push(worker);
      const ask =
        (name: string) =>
        async (...values: unknown[]) => {
          asked.push([name, ...values]);
          if (worker.answers === 'hang') return new Promise(() => undefined);
          return worker.answers(name, values);
        };
      const api = Object.fromEntries(
        NAMES.map((name) => [name, ask(name)]),
      ) as unknown as RemoteApi;
      return {
        api,
        end() {
          ended = true;
        },
      };
    },
  };
}

const NAMES: readonly (keyof RemoteApi)[] = [
  'attach',
  'open',
  'close',
  'subscribe',
  'unsubscribe',
  'refresh',
  'send',
  'setPageState',
  'ping',
];
