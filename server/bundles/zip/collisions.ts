import { type Entry, isFolder } from './central-directory.ts';
import type { Problem } from './problem.ts';

/**
 * Entries that would land on each other: the same name, the same but for case or Unicode form (one file
 * on macOS and Windows), or a file where another entry needs a folder.
 */
export function collisions(entries: readonly Entry[]): Problem[] {
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

/** The lowest character, so that in sorted order what lies in a folder follows the folder directly. */
const SEPARATOR = '\0';

function keysOf(entry: Entry): Keyed[] {
  const { text, other } = entry.name;
  const keys = new Set([text, other ?? text].map(keyOfPath));
  return [...keys].map((key) => ({ key, entry }));
}

function keyOfPath(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  // Upper case first folds letters that lower case alone keeps apart, such as the two small sigmas.
  return segments.join(SEPARATOR).normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

function collisionOf(first: Keyed, second: Keyed): Problem[] {
  if (first.entry === second.entry) return [];
  const same = first.key === second.key;
  const inside = second.key.startsWith(`${first.key}${SEPARATOR}`) && !isFolder(first.entry);
  if (!same && !inside) return [];
  const message = same
    ? `It would be written over ${first.entry.shown}.`
    : `It lies in a folder whose name the file ${first.entry.shown} has.`;
  return [{ rule: 'duplicate-name', entry: second.entry.shown, message }];
}
