import { INVISIBLE_CHARACTERS } from '../../contract/limits.ts';

/** The scripts in common use (UAX 31, table 5) that languages write alone. */
const ALONE = [
  ...['Arabic', 'Armenian', 'Bengali', 'Cyrillic', 'Devanagari', 'Ethiopic', 'Georgian', 'Greek'],
  ...['Gujarati', 'Gurmukhi', 'Hebrew', 'Kannada', 'Khmer', 'Lao', 'Latin', 'Malayalam', 'Myanmar'],
  ...['Oriya', 'Sinhala', 'Tamil', 'Telugu', 'Thaana', 'Thai', 'Tibetan'],
];
/** Those that languages write together, with Latin words. */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];

/** The level "highly restrictive" of UTS 39, section 5.2. Digits, spaces, punctuation and emoji go with every script. */
const RESTRICTED = new RegExp(
  [...ALONE.map((script) => [script]), ...TOGETHER]
    .map((scripts) => scripts.map((script) => `\\p{scx=${script}}`).join(''))
    .map((letters) => `^[\\p{sc=Common}\\p{sc=Inherited}${letters}]*$`)
    .join('|'),
  'u',
);

/**
 * Two names that look alike should be one. Letters of two scripts do (Latin and Cyrillic о in "root"); whole words of another
 * script that look like a Latin one are not found.
 *
 * @returns what is wrong with the name of a new account, to follow what it is called; undefined: nothing
 */
export function usernameProblem(username: string): string | undefined {
  if (INVISIBLE_CHARACTERS.test(username)) return 'has invisible characters.';
  // Folded as names are compared: the micro sign is a Greek letter.
  if (!RESTRICTED.test(username.normalize('NFKC')))
    return 'has letters of more than one script, or of a rare one. It could look like another name.';
  return undefined;
}
