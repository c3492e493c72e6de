import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/**
 * Says whether this process can carry one more live socket, by what it measures of itself: how many it can carry depends on
 * the machine and on how much happens. Those that are open stay.
 */
export type LoadGuard = ReturnType<typeof createLoadGuard>;

/** configured: LIVE_SOCKETS_MAX; files: the descriptors that the system grants this process. */
export type Shortage = 'configured' | 'files' | 'memory' | 'event-loop';
export const SHORTAGES: readonly Shortage[] = ['configured', 'files', 'memory', 'event-loop'];

/** Of the last second. */
export interface Load {
  /** How late the event loop was on average. */
  readonly delayMs: number;
  /** Of the memory that it may have, 0 to 1: the heap's or the machine's or container's, whichever is nearer its limit. */
  readonly memory: number;
}

/** What is measured of this process. */
interface Gauge {
  /** @returns the load since the last call */
  read(): Load;
  stop(): void;
}

interface LoadGuardOptions {
  /** Null: as many as can be carried. */
  readonly socketsMax: number | null;
  readonly gauge?: Gauge;
  /** Null: not known. */
  readonly filesMax?: number | null;
}

const MEASURE_EVERY_MS = 1000;
/** Later than this for some seconds in a row, the event loop is full. A start or a big answer is over before. */
const LATE_MS = 100;
const LATE_SECONDS = 3;
const MEMORY_MAX = 0.85;
/** Descriptors for files, the database, peers and requests. */
const OTHER_FILES = 500;

export function createLoadGuard(options: LoadGuardOptions) {
  const { socketsMax, gauge = measureProcess(), filesMax = openFilesMax() } = options;
  let load: Load = { delayMs: 0, memory: 0 };
  let lateSeconds = 0;
  const timer = setInterval(() => {
    load = gauge.read();
    lateSeconds = load.delayMs > LATE_MS ? lateSeconds + 1 : 0;
  }, MEASURE_EVERY_MS).unref();

  return {
    /** @returns what is short; undefined: there is room for one more beside so many */
    shortage(sockets: number): Shortage | undefined {
      if (socketsMax !== null && sockets >= socketsMax) return 'configured';
      if (filesMax !== null && sockets >= filesMax - Math.min(OTHER_FILES, filesMax / 2))
        return 'files';
      if (load.memory > MEMORY_MAX) return 'memory';
      return lateSeconds >= LATE_SECONDS ? 'event-loop' : undefined;
    },
    load: () => load,
    close(): void {
      clearInterval(timer);
      gauge.stop();
    },
  };
}

const RESOLUTION_MS = 10;
const NS_PER_MS = 1e6;

function measureProcess(): Gauge {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const memoryMax = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
  return {
    read() {
      // A loop that is never late measures the resolution itself, and one that was blocked throughout nothing.
      const meanMs = delays.count === 0 ? MEASURE_EVERY_MS : delays.mean / NS_PER_MS;
      delays.reset();
      const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
      return {
        delayMs: Math.max(0, meanMs - RESOLUTION_MS),
        memory: Math.max(used / limit, process.memoryUsage.rss() / memoryMax),
      };
    },
    stop: () => delays.disable(),
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
