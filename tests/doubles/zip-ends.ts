import type { EndLies, ZipArchive } from './zip-archive.ts';
import { SEE_64, u32, u64 } from './zip-bytes.ts';

/**
 * @param directoryAt as the archive counts, without a prefix
 * @returns the end record, behind the ZIP64 ones where there are any
 */
export function endRecords(
  archive: ZipArchive,
  directoryAt: number,
  directoryBytes: number,
): Buffer {
  const entries = archive.entries.length;
  const honest = {
    disk: 0,
    directoryDisk: 0,
    entriesHere: entries,
    entries,
    directoryBytes,
    directoryAt,
  };
  if (!archive.zip64) return endRecord(archive, { ...honest, ...archive.end });
  const at = directoryAt + directoryBytes + (archive.behindDirectory?.length ?? 0);
  const see64 = {
    entriesHere: 0xffff,
    entries: 0xffff,
    directoryBytes: SEE_64,
    directoryAt: SEE_64,
  };
  return Buffer.concat([
    endRecord64({ ...honest, ...archive.end64 }),
    locator({ at, disk: 0, disks: 1, ...archive.locator }),
    endRecord(archive, { ...honest, ...see64, ...archive.end }),
  ]);
}

type End = Required<Omit<EndLies, 'signature' | 'commentBytes'>> & EndLies;

function endRecord(archive: ZipArchive, end: End): Buffer {
  const comment = Buffer.from(archive.comment ?? '');
  const head = Buffer.alloc(22);
  head.writeUInt32LE(end.signature ?? 0x06054b50, 0);
  head.writeUInt16LE(end.disk, 4);
  head.writeUInt16LE(end.directoryDisk, 6);
  head.writeUInt16LE(end.entriesHere, 8);
  head.writeUInt16LE(end.entries, 10);
  head.writeUInt32LE(end.directoryBytes, 12);
  head.writeUInt32LE(end.directoryAt, 16);
  head.writeUInt16LE(end.commentBytes ?? comment.length, 20);
  return Buffer.concat([head, comment]);
}

function endRecord64(end: End & { readonly recordBytes?: number }): Buffer {
  return Buffer.concat([
    ...[u32(end.signature ?? 0x06064b50), u64(end.recordBytes ?? 44), Buffer.from([45, 3, 45, 0])],
    ...[u32(end.disk), u32(end.directoryDisk), u64(end.entriesHere), u64(end.entries)],
    ...[u64(end.directoryBytes), u64(end.directoryAt)],
  ]);
}

function locator({ at, disk, disks }: { at: number; disk: number; disks: number }): Buffer {
  return Buffer.concat([u32(0x07064b50), u32(disk), u64(at), u32(disks)]);
}
