import { type Entry, isFolder } from './central-directory.ts';
import type { Finding, Rule } from './problem.ts';

/** Checks an entry by its header: only plain files and folders, stored or deflated, are allowed. */

const FLAGS = {
  encrypted: 0x0001,
  patched: 0x0020,
  strongEncryption: 0x0040,
  maskedHeaders: 0x2000,
};
const METHODS = { stored: 0, deflated: 8 };
const AES_METHOD = 99;

/** The upper half of the attributes is a Unix mode, whatever system the header names. */
const UNIX_TYPE = { mask: 0xf000, file: 0x8000, folder: 0x4000, link: 0xa000, pipe: 0x1000 };
/** As Info-ZIP calls what it was sent by a pipe, of which it keeps the type: it is a plain file. */
const STANDARD_INPUT = '-';
/** Minus one: some build tools write it for folders that they created. */
const UNKNOWN_MODE = 0xffff;
/** A link on Windows. Archives made on Unix use the bit for other things. */
const WINDOWS_REPARSE_POINT = 0x0400;
const UNIX_HOSTS = [3, 19];

export function checkEntry(entry: Entry): Finding[] {
  const broken = brokenByType(entry) ?? brokenByPacking(entry);
  return broken === undefined ? [] : [{ rule: broken[0], entry: entry.shown, problem: broken[1] }];
}

type Broken = readonly [Rule, string];

function brokenByType(entry: Entry): Broken | undefined {
  const mode = entry.attributes >>> 16;
  const type = mode === UNKNOWN_MODE ? 0 : mode & UNIX_TYPE.mask;
  const reparsePoint =
    (entry.attributes & WINDOWS_REPARSE_POINT) !== 0 && !UNIX_HOSTS.includes(entry.host);
  if (type === UNIX_TYPE.link || reparsePoint) return ['link', 'is a link'];
  const isInput = type === UNIX_TYPE.pipe && entry.name.text === STANDARD_INPUT;
  if (!isInput && ![0, UNIX_TYPE.file, UNIX_TYPE.folder].includes(type))
    return ['device', 'is a device, a pipe or a socket'];
  if (isFolder(entry) && entry.size > 0) return ['folder-with-content', 'is a folder with content'];
  return undefined;
}

function brokenByPacking(entry: Entry): Broken | undefined {
  const encrypted = FLAGS.encrypted | FLAGS.strongEncryption | FLAGS.maskedHeaders;
  if ((entry.flags & encrypted) !== 0 || entry.method === AES_METHOD)
    return ['encrypted', 'is encrypted, so it cannot be inspected'];
  if (entry.disk !== 0) return ['multi-disk', 'is in another part of a split archive'];
  const known = entry.method === METHODS.stored || entry.method === METHODS.deflated;
  if (!known || (entry.flags & FLAGS.patched) !== 0)
    return [
      'method',
      `uses compression method ${entry.method}; only stored and deflated are accepted`,
    ];
  if (entry.method === METHODS.stored && entry.size !== entry.compressedSize)
    return ['size-mismatch', 'is stored uncompressed, but its two sizes differ'];
  return undefined;
}

export const isStored = (entry: Entry) => entry.method === METHODS.stored;

/**
 * Entries that would overwrite each other when unpacked: the same name, the same name but for case or
 * Unicode form (one file on macOS and Windows), or a file where another entry needs a folder.
 */
export function findCollisions(entries: readonly Entry[]): Finding[] {
  const keyed = entries
    .flatMap(keysOf)
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.flatMap((current, index) => {
    const next = keyed[index + 1];
    return next === undefined ? [] : collisionOf(current, next);
  });
}

interface Keyed {
  readonly key: string;
  readonly entry: Entry;
}

/** The lowest character: in sorted order a folder's content follows it directly. */
const SEPARATOR = '\0';

function keysOf(entry: Entry): Keyed[] {
  const { text, other } = entry.name;
  const keys = new Set([text, other ?? text].map(keyOfPath));
  return [...keys].map((key) => ({ key, entry }));
}

function keyOfPath(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  // Upper case first: lower case alone keeps some letters apart, such as the two small sigmas.
  return segments.join(SEPARATOR).normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

function collisionOf(first: Keyed, second: Keyed): Finding[] {
  if (first.entry === second.entry) return [];
  const same = first.key === second.key;
  const inside = second.key.startsWith(`${first.key}${SEPARATOR}`) && !isFolder(first.entry);
  if (!same && !inside) return [];
  const problem = same
    ? `would overwrite ${first.entry.shown}`
    : `is in a folder that has the name of the file ${first.entry.shown}`;
  return [{ rule: 'duplicate-name', entry: second.entry.shown, problem }];
}
