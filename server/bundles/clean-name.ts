const NAMELESS = 'bundle.zip';

/**
 * @param filename as a sender calls its file: foreign text, perhaps a path
 * @returns the last part of it without control and direction characters, at most `max` characters, its
 *   ending kept
 */
export function cleanName(filename: string, max: number): string {
  const last = filename.split(/[\\/]/).at(-1) ?? '';
  const clean = last.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '').trim();
  if (/^\.*$/.test(clean)) return NAMELESS;
  return clean.length <= max ? clean : shorten(clean, max);
}

const ENDING_MAX = 16;

function shorten(name: string, max: number): string {
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= ENDING_MAX ? name.slice(dot) : '';
  const stem = name.slice(0, max - ending.length);
  // A character outside of the basic plane is two units: half of one is no character.
  return stem.replace(/[\uD800-\uDBFF]$/, '') + ending;
}
