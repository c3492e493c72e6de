import { setMaxListeners } from 'node:events';
import { type Clock, every } from '../base/clock.ts';
import { TransportError } from './failure.ts';

/** What the mesh needs of a logger; Fastify's is one. */
export interface MeshLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The background work of a mesh node, stopped as a whole. */
export type TaskGroup = ReturnType<typeof createTaskGroup>;

export function createTaskGroup(clock: Clock, log: MeshLog) {
  const stopping = new AbortController();
  // Each of up to a thousand concurrent calls listens to the signal.
  setMaxListeners(0, stopping.signal);
  const running = new Set<Promise<void>>();

  function track(job: Promise<void>): void {
    running.add(job);
    void job.finally(() => running.delete(job));
  }

  const logFailure = (name: string) => (error: unknown) =>
    log.error({ err: error }, `mesh ${name} failed`);

  return {
    /** Aborted by `stop`; every call of the mesh uses it. */
    signal: stopping.signal as AbortSignal,
    /**
     * Repeats a job until the group stops. An error is logged and does not end the loop.
     *
     * @returns resolves after the first run
     */
    repeat(name: string, everyMs: () => number, job: () => Promise<unknown>): Promise<void> {
      return new Promise((resolve) => {
        const guarded = () =>
          job()
            .catch(logFailure(name))
            .then(() => resolve());
        track(every(clock, everyMs, stopping.signal, guarded).then(resolve));
      });
    },
    /** Runs a job that watches `signal` in the background. An error is logged. */
    spawn: (name: string, job: () => Promise<void>) => track(job().catch(logFailure(name))),
    /** Resolves when no job runs any more. */
    async stop() {
      stopping.abort(new TransportError('stopped'));
      await Promise.all(running);
    },
  };
}
