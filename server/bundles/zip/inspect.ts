import { type Budget, createBudget } from './budget.ts';
import { type ByteSource, openFileSource, sliceOf } from './byte-source.ts';
import { type Entry, isFolder, readEntries } from './central-directory.ts';
import { collisions } from './collisions.ts';
import { verifiedContent } from './content.ts';
import { readDirectoryPlace } from './end-records.ts';
import { nameProblems } from './entry-name.ts';
import { entryProblems, isStored } from './entry-rules.ts';
import { type Place, readPlaces } from './layout.ts';
import type { InspectionLimits } from './limits.ts';
import { BrokenRule, type Problem } from './problem.ts';
import { createSpool, type Spool } from './spool.ts';

/**
 * Says whether an archive may be unpacked anywhere without harm, and why not. Nothing is unpacked to its
 * names; memory stays bounded whatever the archive claims. In this order, each step only after the one
 * before found nothing wrong:
 *
 *   end records -> directory -> names, types, sizes (declared) -> layout of the file -> content, nested archives
 */
export interface Inspection {
  /** None: the archive is sound. */
  readonly problems: readonly Problem[];
  /** Its files, in the directory's order, at most `FILES_LISTED`. */
  readonly files: readonly InspectedFile[];
  readonly fileCount: number;
}

export interface InspectedFile {
  readonly name: string;
  readonly size: number;
  readonly compressedSize: number;
  /** Eight hexadecimal digits. */
  readonly crc32: string;
}

export interface Inspecting {
  readonly limits: InspectionLimits;
  /** For archives inside archives; emptied again. */
  readonly spoolDirectory: string;
}

/** What a person can read; the archive is refused either way. */
const PROBLEMS_LISTED = 20;
export const FILES_LISTED = 1000;

/** @throws only what is no fault of the archive, such as a disk error */
export async function inspectFile(path: string, inspecting: Inspecting): Promise<Inspection> {
  const source = await openFileSource(path);
  try {
    return await inspectSource(source, inspecting);
  } finally {
    await source.close();
  }
}

export async function inspectSource(
  source: ByteSource,
  inspecting: Inspecting,
): Promise<Inspection> {
  const budget = createBudget(source, inspecting.limits);
  const found = await inspectArchive(source, { ...inspecting, budget, path: null, depth: 0 });
  const files = found.entries.filter((entry) => !isFolder(entry));
  return {
    problems: found.problems.slice(0, PROBLEMS_LISTED),
    files: files.slice(0, FILES_LISTED).map(fileOf),
    fileCount: files.length,
  };
}

interface Archive extends Inspecting {
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
    const directory = await readDirectoryPlace(source);
    archive.budget.countEntries(directory.entries);
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
  const own = entries.flatMap((entry) => [
    ...nameProblems(entry.name, archive.limits),
    ...entryProblems(entry),
  ]);
  return [...own, ...collisions(entries)].map((problem) => placed(problem, archive));
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
        if (!isStored(place.entry)) spool = await createSpool(archive.spoolDirectory);
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
      `It is an archive inside archives, deeper than ${archive.limits.nesting}.`,
    );
  const inner = { ...archive, depth, path: within(archive, entry.shown) };
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
    const { rule, entry, message } = error;
    problems.push(placed({ rule, entry, message }, archive));
  }
}

const placed = (problem: Problem, archive: Archive): Problem => ({
  ...problem,
  entry: problem.entry === null ? archive.path : within(archive, problem.entry),
});

const within = ({ path }: Archive, name: string) => (path === null ? name : `${path} > ${name}`);

const fileOf = (entry: Entry): InspectedFile => ({
  name: entry.shown,
  size: entry.size,
  compressedSize: entry.compressedSize,
  crc32: entry.crc32.toString(16).padStart(8, '0'),
});
