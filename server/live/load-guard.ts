import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { FastifyInstance } from 'fastify';

/**
 * Says whether this process can carry one more live socket, by what `@fastify/under-pressure` measures of it: how many it can
 * carry depends on the machine and on how much happens. Those that are open stay.
 */
export type LoadGuard = ReturnType<typeof createLoadGuard>;

/** configured: LIVE_SOCKETS_MAX; files: the descriptors that the system grants this process. */
export type Shortage = 'configured' | 'files' | 'memory' | 'event-loop';
export const SHORTAGES: readonly Shortage[] = ['configured', 'files', 'memory', 'event-loop'];

interface LoadGuardOptions {
  /** Of the last `LOAD_SAMPLE_MS`. */
  readonly usage: FastifyInstance['memoryUsage'];
  /** Null: as many as can be carried. */
  readonly socketsMax: number | null;
  /** Null: not known. */
  readonly filesMax?: number | null;
}

/** Long enough that a start or a big answer does not look like an event loop that is full. */
export const LOAD_SAMPLE_MS = 3000;
const LATE_MS = 100;
const MEMORY_MAX = 0.85;
/** Descriptors for files, the database, peers and requests. */
const OTHER_FILES = 500;

export function createLoadGuard(options: LoadGuardOptions) {
  const { usage, socketsMax, filesMax = openFilesMax() } = options;
  const { heap_size_limit: heapMax } = getHeapStatistics();
  const memoryMax = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());

  /**
   * How late the event loop was on average, and how much it uses of the memory that it may have, 0 to 1: the heap's or the
   * machine's or container's, whichever is nearer its limit.
   */
  function load() {
    const { eventLoopDelay, heapUsed, rssBytes } = usage();
    return {
      // Infinite where it was blocked throughout.
      delayMs: Math.min(eventLoopDelay, LOAD_SAMPLE_MS),
      memory: Math.max(heapUsed / heapMax, rssBytes / memoryMax),
    };
  }

  return {
    /** @returns what is short; undefined: there is room for one more beside so many */
    shortage(sockets: number): Shortage | undefined {
      const { delayMs, memory } = load();
      if (socketsMax !== null && sockets >= socketsMax) return 'configured';
      if (filesMax !== null && sockets >= filesMax - Math.min(OTHER_FILES, filesMax / 2))
        return 'files';
      if (memory > MEMORY_MAX) return 'memory';
      return delayMs > LATE_MS ? 'event-loop' : undefined;
    },
    load,
  };
}

/** @returns how many files and sockets this process may have open; null where the system does not say it in a file */
function openFilesMax(): number | null {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1]) || null;
  } catch {
    return null;
  }
}
