import { crc32 } from 'node:zlib';
import type { InspectionLimits } from '../../../../../../server/bundles/inspection/zip/limits.ts';
import type { Rule } from '../../../../../../server/bundles/inspection/zip/problem.ts';
import type { ZipEntry } from '../../../../../doubles/zip-archive.ts';
import { extraField } from '../../../../../doubles/zip-entry.ts';
import { writeZip } from '../../../../../doubles/zip-writer.ts';

/** An archive that is refused: by which rule, naming which entry. */
export interface Case {
  readonly bytes: Buffer;
  readonly rule: Rule;
  /** Null: the archive itself. */
  readonly entry: string | null;
  readonly limits?: Partial<InspectionLimits>;
}

/** Cases by title. */
export type Cases = Readonly<Record<string, Case>>;

/** Cases under the title of what they show. */
export type CaseGroups = Readonly<Record<string, Cases>>;

export const MIB = 1024 * 1024;
export const GOOD: ZipEntry = { name: 'good.txt', content: 'good' };

/** An archive with one bad entry between two good ones. */
export const amid = (bad: ZipEntry) =>
  writeZip({ entries: [GOOD, bad, { name: 'also-good.txt', content: 'good' }] });

/** A case of an entry that is bad in anything but its name. */
export const bad = (entry: Partial<ZipEntry>, rule: Rule): Case => ({
  bytes: amid({ name: 'bad.bin', content: 'some content', ...entry }),
  rule,
  entry: 'bad.bin',
});

/** A case of an archive that is bad as a whole. */
export const whole = (bytes: Buffer, rule: Rule): Case => ({ bytes, rule, entry: null });

/** The extra field with a name in Unicode, for an entry whose header has this name. */
export function unicodeField(header: string, name: string): Buffer {
  const nameCrc = Buffer.alloc(4);
  nameCrc.writeUInt32LE(crc32(header));
  return extraField(0x7075, Buffer.concat([Buffer.from([1]), nameCrc, Buffer.from(name)]));
}
