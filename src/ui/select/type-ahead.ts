import { TYPE_AHEAD_RESET_MS } from '../../../contract/limits.ts';

/** What has been typed to find an option, and when its last letter came, in milliseconds of any clock. */
export interface Typed {
  readonly text: string;
  readonly at: number;
}

export const NOTHING_TYPED: Typed = { text: '', at: Number.NEGATIVE_INFINITY };

/** @returns whether what was typed still counts at a time, so that a space belongs to it */
export function stillTyping(typed: Typed, at: number): boolean {
  return typed.text !== '' && at - typed.at < TYPE_AHEAD_RESET_MS;
}

/** @returns the text with one more letter; typing anew after a pause of a second */
export function typeLetter(typed: Typed, letter: string, at: number): Typed {
  const before = stillTyping(typed, at) ? typed.text : '';
  return { text: before + letter.toLowerCase(), at };
}

/**
 * The option that is meant. One letter goes on to the next option that begins so, round and round, the same
 * letter again and again too; more letters stay where they fit.
 *
 * @param from index of the option that is at hand
 * @returns its index, or undefined when none begins so
 */
export function findTyped(
  options: readonly string[],
  { text }: Typed,
  from: number,
): number | undefined {
  const [letter = ''] = text;
  const sought = text === letter.repeat(text.length) ? letter : text;
  const start = sought.length === 1 ? from + 1 : from;
  const round = options.map((_, step) => (start + step) % options.length);
  return round.find((index) => options[index]?.toLowerCase().startsWith(sought));
}
