import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { bufferSource } from '../server/bundles/inspection/zip/byte-source.ts';
import { inspectSource } from '../server/bundles/inspection/zip/inspect.ts';
import { inspectionLimits } from '../server/bundles/inspection/zip/limits.ts';
import { writeZip } from '../tests/doubles/zip-writer.ts';
import { archiveArbitrary } from '../tests/server/bundles/inspection/zip/archives.ts';
import { mutate, mutationArbitrary } from '../tests/server/bundles/inspection/zip/mutation.ts';
import type { Measurement } from './measurement.ts';

/** Does any damaged archive make the inspection throw, hang or grow? */

const ARCHIVES = 400;
const MUTATIONS_EACH = 100;
const MIB = 1024 * 1024;
const LIMITS = inspectionLimits({ entries: 10_000, totalBytes: 64 * MIB, ratio: 100, nesting: 2 });

export async function measure(): Promise<Measurement[]> {
  const spoolDirectory = mkdtempSync(join(tmpdir(), 'meridian-fuzz-'));
  const seed = Date.now() % 2 ** 31;
  let crashes = 0;
  let refused = 0;
  let peak = 0;
  const before = process.memoryUsage.rss();
  for (const archive of fc.sample(archiveArbitrary, { numRuns: ARCHIVES, seed })) {
    const honest = writeZip(archive);
    for (const mutation of fc.sample(mutationArbitrary, {
      numRuns: MUTATIONS_EACH,
      seed: seed + honest.length,
    })) {
      const source = bufferSource(mutate(honest, mutation));
      try {
        const { problems } = await inspectSource(source, { limits: LIMITS, spoolDirectory });
        refused += problems.length > 0 ? 1 : 0;
      } catch {
        crashes += 1;
      }
    }
    peak = Math.max(peak, process.memoryUsage.rss() - before);
  }
  rmSync(spoolDirectory, { recursive: true });
  const count = ARCHIVES * MUTATIONS_EACH;
  return [
    {
      name: 'Damaged ZIP files that made the inspection throw',
      unit: `of ${count}`,
      aim: '0',
      value: crashes,
      runs: [crashes],
      note: `seed ${seed}; ${refused} were refused, the others changed nothing that a reader goes by`,
    },
    {
      name: 'Memory that inspecting damaged ZIP files took, at most',
      unit: 'MiB',
      aim: 'bounded',
      value: peak / MIB,
      runs: [peak / MIB],
      note: 'resident memory above that before the first, garbage included',
    },
  ];
}
