import type { BrowserContext, CDPSession, Request } from 'playwright-core';

/** One page opened on a slow line by a slow machine, and what that took. */
export interface Visit {
  /** Milliseconds since the navigation began. */
  readonly fcp: number;
  readonly lcp: number;
  /** When it says that the console has taken that one's place, with all that it is for. */
  readonly ready: number;
  /** Sum of what tasks took beyond 50 ms each, between first paint and the end. */
  readonly blocking: number;
  /** The same since the navigation began: what paints first by script has none of it left after that. */
  readonly blockingInAll: number;
  readonly shift: number;
  readonly requests: number;
  /** Bytes on the line by kind of request, headers included. */
  readonly bytes: Readonly<Record<string, number>>;
  /** MiB, after a collection. */
  readonly heap: number;
}

const SLOW = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const CPU_SLOWDOWN = 4;
/** tsx keeps functions' names by calls of `__name`, also in what is sent into the page, which has none. */
const NAMES_KEPT = 'globalThis.__name = (named) => named';
const MIB = 1024 ** 2;
/** What begins after `ready` and belongs to it, such as a late task, has ended by then. */
const QUIET_MS = 1500;

interface Marks {
  readonly ready: Promise<number>;
  readonly seen: {
    fcp: number;
    lcp: number;
    shift: number;
    tasks: [number, number][];
  };
}

export async function openSlowly(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await slowDown(devtools);
  const requests: Request[] = [];
  context.on('request', (request) => requests.push(request));
  await page.addInitScript(NAMES_KEPT);
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: 'commit' });
  const ready = await page.evaluate(() => (window as unknown as { marks: Marks }).marks.ready);
  const counted = requests.slice();
  await page.waitForTimeout(QUIET_MS);
  const seen = await page.evaluate(() => (window as unknown as { marks: Marks }).marks.seen);
  const heap = await heapOf(devtools);
  const bytes = await bytesOf(counted);
  context.removeAllListeners('request');
  await page.close();
  return {
    ...seen,
    ready,
    blocking: blockingOf(seen.tasks.filter(([start]) => start >= seen.fcp)),
    blockingInAll: blockingOf(seen.tasks),
    requests: counted.length,
    bytes,
    heap,
  };
}

function blockingOf(tasks: Marks['seen']['tasks']): number {
  return tasks.reduce((sum, [, ms]) => sum + ms - 50, 0);
}

async function slowDown(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / MIB;
}

async function bytesOf(requests: readonly Request[]): Promise<Record<string, number>> {
  const bytes: Record<string, number> = {};
  for (const request of requests) {
    const answer = await request.response();
    if (answer === null || answer.fromServiceWorker()) continue;
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    const kind = kindOf(new URL(request.url()).pathname);
    bytes[kind] = (bytes[kind] ?? 0) + responseBodySize + responseHeadersSize;
  }
  return bytes;
}

function kindOf(path: string): string {
  const ending = /\.(?<ending>\w+)$/.exec(path)?.groups?.ending;
  if (ending !== undefined) return ending;
  return path.startsWith('/api/') ? 'api' : 'html';
}

/** Runs in the page, before anything else. */
function observe(): void {
  const seen: Marks['seen'] = { fcp: 0, lcp: 0, shift: 0, tasks: [] };
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime;
  });
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime;
  });
  watch('layout-shift', (entry) => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value;
  });
  watch('longtask', ({ startTime, duration }) => seen.tasks.push([startTime, duration]));
  const ready = new Promise<number>((resolve) =>
    watch('mark', ({ name, startTime }) => {
      if (name === 'ready') resolve(startTime);
    }),
  );
  Object.assign(window, { marks: { ready, seen } });
}
