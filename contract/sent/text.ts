import * as z from 'zod/mini';
import { INVISIBLE_CHARACTERS } from '../limits.ts';

/** What people type. Names are refused when they are not what they look like; other texts are cleaned. */

/** Control characters but a tab and a line feed, those that turn the direction of text, and halves of a character. */
const UNWANTED = /[^\P{Cc}\t\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Cs}]/gu;
const BREAK = /\r\n?|[\u2028\u2029]/g;
const VISIBLE = /[^\s\p{C}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u;

/** @returns '' for a text in which nothing can be seen */
function clean(text: string): string {
  const kept = text.replace(BREAK, '\n').replace(UNWANTED, '');
  return VISIBLE.test(kept) ? kept : '';
}

/** Names stand in logs, alerts and mail, line by line. */
export const lineOf = (max: number) =>
  z.string().check(
    z.refine((one) => !INVISIBLE_CHARACTERS.test(one), 'must not have invisible characters'),
    z.trim(),
    z.minLength(1),
    z.maxLength(max),
  );

/** Such as a title, in one line: a break is a space. */
export const titleOf = (max: number) =>
  z.string().check(
    z.overwrite((text) => clean(text).replace(/\s+/g, ' ')),
    z.trim(),
    z.minLength(1),
    z.maxLength(max),
  );

/** Sentences, with their line breaks. @param min 0: it may be left empty */
export const proseOf = (max: number, min = 1) =>
  z.string().check(z.overwrite(clean), z.trim(), z.minLength(min), z.maxLength(max));

const DISPLAYED = /^[^<>]*<\s*([^<>\s]+)\s*>$/;
const MAIL =
  /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(?:[\p{L}\p{M}]{2,}|xn--[a-z\d-]+)$/iu;

/**
 * A mail address as people paste it: with a display name, which is left out, and with a domain in any script, which is sent as
 * DNS has it (RFC 5891). Letters beyond ASCII before the @ are refused: few servers take them.
 */
export const mailOf = (max: number) =>
  z.string().check(
    z.trim(),
    z.overwrite((typed) => DISPLAYED.exec(typed)?.[1] ?? typed),
    z.regex(MAIL, 'is not a valid email'),
    z.maxLength(max),
  );
