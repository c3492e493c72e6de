import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bufferSource } from '../../../../../server/bundles/inspection/zip/byte-source.ts';
import {
  type Inspection,
  inspectSource,
} from '../../../../../server/bundles/inspection/zip/inspect.ts';
import {
  type InspectionLimits,
  inspectionLimits,
} from '../../../../../server/bundles/inspection/zip/limits.ts';

const MIB = 1024 * 1024;

/** The configuration's defaults. */
export const LIMITS = inspectionLimits({
  entries: 10_000,
  totalBytes: 4096 * MIB,
  ratio: 100,
  nesting: 2,
});

/** Inspects bytes in memory. Fails when the inspection leaves anything behind on the disk. */
export async function inspect(
  bytes: Buffer,
  changed: Partial<InspectionLimits> = {},
): Promise<Inspection> {
  const spoolDirectory = await mkdtemp(join(tmpdir(), 'meridian-spool-'));
  try {
    const limits = { ...LIMITS, ...changed };
    const inspection = await inspectSource(bufferSource(bytes), { limits, spoolDirectory });
    const left = await readdir(spoolDirectory);
    if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`);
    return inspection;
  } finally {
    await rm(spoolDirectory, { recursive: true });
  }
}
