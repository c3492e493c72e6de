import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw, deflateRawSync } from 'node:zlib';
import {
  createInspectionThreads,
  type InspectionThreads,
} from '../server/bundles/inspection/inspection-threads.ts';
import { inspectionLimits } from '../server/bundles/inspection/zip/limits.ts';
import { writeZip } from '../tests/doubles/zip-writer.ts';
import { type Measurement, median } from './measurement.ts';

/** What does the inspection of a 1 GB archive cost, against unpacking the same bytes and nothing else? */

const RUNS = 3;
const MIB = 1024 * 1024;
const ARCHIVE_BYTES = 1_000_000_000;
const LIMITS = inspectionLimits({
  entries: 10_000,
  totalBytes: 8192 * MIB,
  ratio: 100,
  nesting: 2,
});
const PIECE_BYTES = 256 * 1024;

interface Span {
  readonly start: number;
  readonly end: number;
}

export async function measure(): Promise<Measurement[]> {
  const directory = mkdtempSync(join(tmpdir(), 'meridian-inspect-'));
  const path = join(directory, 'large.zip');
  const threads = createInspectionThreads({ error: console.error });
  try {
    const spans = await writeLarge(path);
    const location = { kind: 'file', paths: [path] } as const;
    const order = { location, limits: LIMITS, spoolDirectory: directory };
    // The thread starts and the file is in the system's cache before anything is timed.
    await plain(path, spans);
    await inspect(threads, order);
    const runs = [];
    for (let run = 0; run < RUNS; run += 1)
      runs.push({ plain: await plain(path, spans), ...(await inspect(threads, order)) });
    return measurementsOf(runs);
  } finally {
    await threads.close();
    rmSync(directory, { recursive: true });
  }
}

type Run = { readonly plain: number } & Awaited<ReturnType<typeof inspect>>;

function measurementsOf(runs: readonly Run[]): Measurement[] {
  const measurement = (
    name: string,
    unit: string,
    aim: string,
    of: (run: Run) => number,
    note?: string,
  ) => ({
    name,
    unit,
    aim,
    value: median(runs.map(of)),
    runs: runs.map(of),
    ...(note !== undefined && { note }),
  });
  return [
    measurement(
      'Inspecting a 1 GB ZIP, against plain inflate and CRC of the same bytes',
      'times',
      'at most 1.25',
      ({ seconds, plain }) => seconds / plain,
      `plain: ${median(runs.map((run) => run.plain)).toFixed(1)} s`,
    ),
    measurement(
      'Memory that inspecting a 1 GB ZIP takes',
      'MiB',
      'under 64',
      ({ extra }) => extra / MIB,
    ),
    measurement(
      'Event-loop delay meanwhile, 99th percentile',
      'ms',
      'under 50',
      ({ delayMs }) => delayMs,
    ),
  ];
}

/** Entries of text and noise, deflated, until the file has its size. @returns where their data lies */
async function writeLarge(path: string): Promise<Span[]> {
  const content = Buffer.concat([
    randomBytes(24 * MIB),
    Buffer.from('a line of text\n'.repeat(500_000)),
  ]);
  const fields = { packed: deflateRawSync(content), crc32: crc32(content), size: content.length };
  const out = createWriteStream(path);
  const spans: Span[] = [];
  const records: Buffer[] = [];
  let at = 0;
  while (at < ARCHIVE_BYTES) {
    const name = `part-${String(spans.length).padStart(4, '0')}.bin`;
    const single = writeZip({ entries: [{ name, ...fields, offset: at }] });
    const start = 30 + name.length;
    const behind = start + fields.packed.length;
    if (!out.write(single.subarray(0, behind))) await once(out, 'drain');
    records.push(single.subarray(behind, -22));
    spans.push({ start: at + start, end: at + behind });
    at += behind;
  }
  const directory = Buffer.concat(records);
  const counts = { entries: spans.length, entriesHere: spans.length };
  const end = { ...counts, directoryAt: at, directoryBytes: directory.length };
  out.end(Buffer.concat([directory, writeZip({ entries: [], end })]));
  await once(out, 'finish');
  return spans;
}

/** @returns seconds */
async function plain(path: string, spans: readonly Span[]): Promise<number> {
  const began = performance.now();
  for (const { start, end } of spans) {
    let crc = 0;
    await pipeline(
      createReadStream(path, { start, end: end - 1, highWaterMark: PIECE_BYTES }),
      createInflateRaw({ chunkSize: PIECE_BYTES }),
      async (pieces: AsyncIterable<Buffer>) => {
        for await (const piece of pieces) crc = crc32(piece, crc);
      },
    );
  }
  return (performance.now() - began) / 1000;
}

async function inspect(
  threads: InspectionThreads,
  order: Parameters<InspectionThreads['start']>[0],
) {
  const before = process.memoryUsage.rss();
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const began = performance.now();
  const { problems } = await threads.start(order).done;
  const seconds = (performance.now() - began) / 1000;
  delay.disable();
  clearInterval(sampling);
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return { seconds, extra: peak - before, delayMs: delay.percentile(99) / 1e6 };
}
