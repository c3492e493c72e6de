import type { ZipArchive } from './zip-archive.ts';
import { endRecords } from './zip-ends.ts';
import { centralHeader, descriptorOf, headerFieldsOf, localHeader } from './zip-entry.ts';

/**
 * A small ZIP writer that can lie about everything. By default it writes an honest archive; every number
 * and every byte of every record can be given instead.
 */

/** @returns the archive's bytes */
export function writeZip(archive: ZipArchive): Buffer {
  const pieces: Buffer[] = [];
  const records: Buffer[] = [];
  let at = 0;
  for (const entry of archive.entries) {
    const fields = headerFieldsOf(entry, at);
    const written = Buffer.concat([
      localHeader(entry, fields),
      fields.packed,
      entry.descriptorBytes ?? descriptorOf(entry, fields),
      entry.behind ?? Buffer.alloc(0),
    ]);
    pieces.push(written);
    records.push(centralHeader(entry, fields));
    at += written.length;
  }
  const directory = Buffer.concat(records);
  const end = endRecords(archive, at, directory.length);
  const { prefix, suffix, behindDirectory } = archive;
  return Buffer.concat([
    ...[prefix ?? Buffer.alloc(0), ...pieces, directory],
    ...[behindDirectory ?? Buffer.alloc(0), end, suffix ?? Buffer.alloc(0)],
  ]);
}

/** @returns an honest archive of these files, for tests that only need one */
export function zipOf(files: Readonly<Record<string, string | Buffer>>): Buffer {
  return writeZip({
    entries: Object.entries(files).map(([name, content]) => ({ name, content })),
  });
}
