import type { BundleFile } from '../../../../contract/shapes/bundle.ts';
import { type Budget, createBudget } from './budget.ts';
import {
  type ByteSource,
  createSpool,
  openFileSource,
  type Spool,
  sliceOf,
} from './byte-source.ts';
import { type Entry, isFolder, readEntries } from './central-directory.ts';
import { verifiedContent } from './content.ts';
import { locateDirectory } from './end-records.ts';
import { checkName } from './entry-name.ts';
import { checkEntry, findCollisions, isStored } from './entry-rules.ts';
import { type Place, readPlaces } from './layout.ts';
import type { InspectionLimits } from './limits.ts';
import { BrokenRule, entryPath, type Problem, problemOf } from './problem.ts';

/**
 * Checks whether an archive can be unpacked anywhere without harm. Nothing is written under its own names,
 * and memory is bounded whatever the archive declares. Each step runs only if the one before found no
 * problem:
 *
 *   end records -> directory -> names, types, declared sizes -> file layout -> content, nested archives
 */
export interface Inspection {
  /** Empty for a sound archive. */
  readonly problems: readonly Problem[];
  /** In directory order, at most `FILES_LISTED`. */
  readonly files: readonly InspectedFile[];
  readonly fileCount: number;
}

type InspectedFile = Readonly<Pick<BundleFile, 'name' | 'size' | 'compressedSize' | 'crc32'>>;

export interface InspectionOptions {
  readonly limits: InspectionLimits;
  /** For archives inside archives; nothing is left in it. */
  readonly spoolDirectory: string;
  /** Of the disk, that are left free; null or undefined: the default. */
  readonly reserveBytes?: number | null;
}

/** One is enough to refuse the archive; more than these are not worth reading. */
const PROBLEMS_LISTED = 20;
const FILES_LISTED = 1000;

/** @throws only what is not the archive's fault, such as a disk error */
export async function inspectSource(
  source: ByteSource,
  options: InspectionOptions,
): Promise<Inspection> {
  const budget = createBudget(source, options.limits);
  const found = await inspectArchive(source, { ...options, budget, path: null, depth: 0 });
  const files = found.entries.filter((entry) => !isFolder(entry));
  return {
    problems: found.problems.slice(0, PROBLEMS_LISTED),
    files: files.slice(0, FILES_LISTED).map(fileOf),
    fileCount: files.length,
  };
}

interface Archive extends InspectionOptions {
  readonly budget: Budget;
  /** Of an archive inside another: the names that lead to it. */
  readonly path: string | null;
  readonly depth: number;
}

interface Found {
  readonly entries: readonly Entry[];
  readonly problems: readonly Problem[];
}

async function inspectArchive(source: ByteSource, archive: Archive): Promise<Found> {
  let entries: Entry[] = [];
  const problems: Problem[] = [];
  await collect(archive, problems, async () => {
    const directory = await locateDirectory(source);
    archive.budget.countEntries(directory.entries);
    if (directory.entries === 0 && archive.depth === 0)
      throw new BrokenRule('empty', null, 'contains no files');
    entries = await readEntries(source, directory);
    problems.push(...declaredProblems(entries, archive));
    archive.budget.countBytes(entries);
    if (problems.length > 0) return;
    const places = await readPlaces(source, entries, directory);
    await inspectContents(source, places, archive, problems);
  });
  return { entries, problems };
}

function declaredProblems(entries: readonly Entry[], archive: Archive): Problem[] {
  const findings = entries.flatMap((entry) => [
    ...checkName(entry.name, archive.limits),
    ...checkEntry(entry),
  ]);
  return [...findings, ...findCollisions(entries)].map((finding) =>
    problemOf(finding, archive.path),
  );
}

async function inspectContents(
  source: ByteSource,
  places: readonly Place[],
  archive: Archive,
  problems: Problem[],
): Promise<void> {
  for (const place of places) {
    if (problems.length >= PROBLEMS_LISTED) return;
    await collect(archive, problems, async () => {
      problems.push(...(await inspectContent(source, place, archive)));
    });
  }
}

async function inspectContent(
  source: ByteSource,
  place: Place,
  archive: Archive,
): Promise<readonly Problem[]> {
  let first = true;
  let nested = false;
  let spool: Spool | undefined;
  try {
    for await (const piece of verifiedContent(source, place)) {
      if (first && looksLikeZip(piece)) {
        nested = true;
        if (!isStored(place.entry))
          spool = await createSpool(archive.spoolDirectory, archive.reserveBytes ?? null);
      }
      first = false;
      await spool?.write(piece);
    }
    return nested ? await inspectNested(source, place, archive, spool) : [];
  } finally {
    await spool?.remove();
  }
}

async function inspectNested(
  source: ByteSource,
  { entry, start, end }: Place,
  archive: Archive,
  spool: Spool | undefined,
): Promise<readonly Problem[]> {
  const depth = archive.depth + 1;
  if (depth > archive.limits.nesting)
    throw new BrokenRule(
      'nesting',
      entry.shown,
      `is nested deeper than ${archive.limits.nesting} archives`,
    );
  const inner = { ...archive, depth, path: entryPath(archive.path, entry.shown) };
  if (spool === undefined)
    return (await inspectArchive(sliceOf(source, start, end), inner)).problems;
  const unpacked = await openFileSource(await spool.finish());
  try {
    return (await inspectArchive(unpacked, inner)).problems;
  } finally {
    await unpacked.close();
  }
}

/** A local header, or the end record of an empty archive. */
function looksLikeZip(bytes: Buffer): boolean {
  if (bytes.length < 22) return false;
  return [0x04034b50, 0x06054b50].includes(bytes.readUInt32LE(0));
}

async function collect(archive: Archive, problems: Problem[], step: () => Promise<void>) {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof BrokenRule)) throw error;
    problems.push(problemOf(error, archive.path));
  }
}

const fileOf = (entry: Entry): InspectedFile => ({
  name: entry.shown,
  size: entry.size,
  compressedSize: entry.compressedSize,
  crc32: entry.crc32.toString(16).padStart(8, '0'),
});
