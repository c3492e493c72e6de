import { writeZip } from '../../../../../doubles/zip-writer.ts';
import { bad, type CaseGroups, GOOD, unicodeField, whole } from './cases.ts';

/** Refused for what the two headers of an entry say. */
export const HEADERS: CaseGroups = {
  'links and devices': {
    'a symbolic link': bad({ unixMode: 0o120777 }, 'link'),
    'a Windows reparse point': bad({ dosAttributes: 0x400, host: 10 }, 'link'),
    'a character device': bad({ unixMode: 0o20666 }, 'device'),
    'a block device': bad({ unixMode: 0o60666 }, 'device'),
    'a pipe': bad({ unixMode: 0o10666 }, 'device'),
    'a socket': bad({ unixMode: 0o140666 }, 'device'),
    'a folder with content': {
      ...bad({ name: 'bad/' }, 'folder-with-content'),
      entry: 'bad/',
    },
  },
  'what cannot be read everywhere': {
    'an encrypted entry': bad({ flags: 0x0801 }, 'encrypted'),
    'strong encryption': bad({ flags: 0x0841 }, 'encrypted'),
    'masked headers': bad({ flags: 0x2800 }, 'encrypted'),
    'AES without its flag': bad({ method: 99 }, 'encrypted'),
    'a bzip2 entry': bad({ method: 12 }, 'method'),
    'an LZMA entry': bad({ method: 14 }, 'method'),
    'a patch': bad({ flags: 0x0820 }, 'method'),
    'an entry on another disk': bad({ disk: 1 }, 'multi-disk'),
    'an archive of several disks': whole(
      writeZip({ entries: [GOOD], end: { disk: 1 } }),
      'multi-disk',
    ),
    'a directory on another disk': whole(
      writeZip({ entries: [GOOD], end: { directoryDisk: 1 } }),
      'multi-disk',
    ),
    'fewer entries here than in all': whole(
      writeZip({ entries: [GOOD], end: { entriesHere: 0 } }),
      'multi-disk',
    ),
    'a ZIP64 locator of several disks': whole(
      writeZip({ entries: [GOOD], zip64: true, locator: { disks: 2 } }),
      'multi-disk',
    ),
  },
  'a local header unlike the central one': {
    'another name': bad({ local: { name: 'bad.txt' } }, 'local-header'),
    'a longer name': bad({ local: { name: 'bad.bin2' } }, 'local-header'),
    'another name in a Unicode field': bad(
      { local: { extra: unicodeField('bad.bin', 'evil') } },
      'local-header',
    ),
    'another method': bad({ local: { method: 0 } }, 'local-header'),
    'another CRC': bad({ local: { crc32: 1 } }, 'local-header'),
    'another size': bad({ local: { size: 11 } }, 'local-header'),
    'another packed size': bad({ local: { compressedSize: 3 } }, 'local-header'),
    'encrypted in one alone': bad({ local: { flags: 0x0801 } }, 'local-header'),
    'a descriptor in one alone': bad({ local: { flags: 0x0808 } }, 'local-header'),
    'UTF-8 in one alone': bad({ local: { flags: 0 } }, 'local-header'),
    'another size before a descriptor': bad(
      { descriptor: 'signed', local: { size: 11 } },
      'local-header',
    ),
    'none where the directory says': bad({ local: { signature: 0x04034b51 } }, 'local-header'),
    'a descriptor that says another size': bad(
      { descriptor: 'signed', descriptorBytes: Buffer.alloc(16) },
      'data-descriptor',
    ),
    'no descriptor at all': bad(
      { descriptor: 'signed', descriptorBytes: Buffer.alloc(0) },
      'data-descriptor',
    ),
  },
};
