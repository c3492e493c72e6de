import { type Entry, isFolder } from './central-directory.ts';
import type { Problem, Rule } from './problem.ts';

/** What an entry may be, judged by its header alone: plain files and folders, stored or deflated. */

const FLAGS = {
  encrypted: 0x0001,
  patched: 0x0020,
  strongEncryption: 0x0040,
  maskedHeaders: 0x2000,
};
const METHODS = { stored: 0, deflated: 8 };
const AES_METHOD = 99;

/** The upper half of the attributes is a Unix mode, whichever system the header claims to come from. */
const UNIX_TYPE = { mask: 0xf000, file: 0x8000, folder: 0x4000, link: 0xa000 };
/** Minus one: some build tools write it for folders that they made themselves. */
const UNKNOWN_MODE = 0xffff;
const WINDOWS_REPARSE_POINT = 0x0400;

export function entryProblems(entry: Entry): Problem[] {
  const broken = brokenByType(entry) ?? brokenByPacking(entry);
  return broken === undefined ? [] : [{ rule: broken[0], entry: entry.shown, message: broken[1] }];
}

type Broken = readonly [Rule, string];

function brokenByType(entry: Entry): Broken | undefined {
  const mode = entry.attributes >>> 16;
  const type = mode === UNKNOWN_MODE ? 0 : mode & UNIX_TYPE.mask;
  if (type === UNIX_TYPE.link || (entry.attributes & WINDOWS_REPARSE_POINT) !== 0)
    return ['link', 'It is a link to another place.'];
  if (![0, UNIX_TYPE.file, UNIX_TYPE.folder].includes(type))
    return ['device', 'It is a device, a pipe or a socket.'];
  if (isFolder(entry) && entry.size > 0)
    return ['folder-with-content', 'It is a folder, yet it has content.'];
  return undefined;
}

function brokenByPacking(entry: Entry): Broken | undefined {
  const encrypted = FLAGS.encrypted | FLAGS.strongEncryption | FLAGS.maskedHeaders;
  if ((entry.flags & encrypted) !== 0 || entry.method === AES_METHOD)
    return ['encrypted', 'It is encrypted, so it cannot be inspected.'];
  if (entry.disk !== 0) return ['multi-disk', 'It lies in another part of a split archive.'];
  const known = entry.method === METHODS.stored || entry.method === METHODS.deflated;
  if (!known || (entry.flags & FLAGS.patched) !== 0)
    return [
      'method',
      `It is packed by method ${entry.method}; only stored and deflated are taken.`,
    ];
  if (entry.method === METHODS.stored && entry.size !== entry.compressedSize)
    return ['size-mismatch', 'It is stored unpacked, yet its two sizes differ.'];
  return undefined;
}

export const isStored = (entry: Entry) => entry.method === METHODS.stored;
