import type { ProcessExit } from '../cluster/cluster.ts';

/** A server that runs the program of `npm start`, with its own port and data directory. */
export interface Product {
  readonly url: string;
  readonly port: number;
  /** Where its processes listen: the same, unless there are several of them behind that one. */
  readonly ports: readonly number[];
  /** Of the first process. */
  readonly pid: number;
  readonly dataDir: string;
  /** What the present process has printed so far, both streams. */
  printed(): string;
  /** Sends a signal and does not wait. */
  signal(name: NodeJS.Signals): void;
  /** @returns how the process ended, and how long that took */
  stop(signal?: NodeJS.Signals): Promise<ProcessExit & { afterMs: number }>;
  /**
   * Starts it again on the same port and data directory, after `stop`.
   *
   * @param env changes of its environment
   */
  start(env?: Record<string, string>): Promise<void>;
}
