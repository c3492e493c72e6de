import { setMaxListeners } from 'node:events';
import type { Loop, LoopOptions, Loops } from '../base/loop.ts';
import { TransportError } from '../outgoing/no-answer.ts';

/** What the mesh needs of a logger; Fastify's is one. */
export interface MeshLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The background work of a mesh node, stopped as a whole. */
export type TaskGroup = ReturnType<typeof createTaskGroup>;

export function createTaskGroup(loops: Loops, log: MeshLog) {
  const stopping = new AbortController();
  // Each of up to a thousand concurrent calls listens to the signal.
  setMaxListeners(0, stopping.signal);
  const running = new Set<Promise<unknown>>();
  const repeated: Loop[] = [];

  function track(job: Promise<unknown>): void {
    running.add(job);
    void job.finally(() => running.delete(job));
  }

  const logFailure = (name: string) => (error: unknown) =>
    log.error({ err: error }, `mesh ${name} failed`);

  return {
    /** Aborted by `stop`; every call of the mesh uses it. */
    signal: stopping.signal as AbortSignal,
    /**
     * Repeats a job until the group stops.
     *
     * @returns resolves after the first run
     */
    repeat(options: LoopOptions, job: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
      const loop = loops.repeat({ failed: `mesh ${options.name} failed`, ...options }, job);
      repeated.push(loop);
      return loop.begun;
    },
    /** Runs a job that watches `signal` in the background. An error is logged. */
    spawn: (name: string, job: () => Promise<unknown>) => track(job().catch(logFailure(name))),
    /** Resolves when no job runs any more. */
    async stop() {
      stopping.abort(new TransportError('stopped'));
      await Promise.all([...repeated.map((loop) => loop.close()), ...running]);
    },
  };
}
