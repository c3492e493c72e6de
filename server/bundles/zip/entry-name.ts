import { getFileNameLowLevel } from 'yauzl';
import type { ExtraField } from './extra-fields.ts';
import type { InspectionLimits } from './limits.ts';
import type { Problem, Rule } from './problem.ts';

/** What a header calls its entry: the bytes, and every reading that an unpacking program may give them. */
export interface EntryName {
  readonly bytes: Buffer;
  /** How it is shown. */
  readonly text: string;
  /** Differs from `text` only where a Unicode field gives another name than the header. */
  readonly other: string | null;
  /** False: flagged as UTF-8, which it is not. */
  readonly valid: boolean;
}

const UTF8_FLAG = 0x0800;
const SHOWN_CHARACTERS = 200;
const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function readName(bytes: Buffer, flags: number, fields: readonly ExtraField[]): EntryName {
  const utf8 = asUtf8(bytes);
  // yauzl knows the format's old code page and the Unicode Path field, which overrides a header.
  const oldCodePage = getFileNameLowLevel(0, bytes, [], true);
  const overridden = getFileNameLowLevel(0, bytes, [...fields], true);
  const text = utf8 ?? oldCodePage;
  return {
    bytes,
    text,
    other: [text, oldCodePage].includes(overridden) ? null : overridden,
    valid: utf8 !== null || (flags & UTF8_FLAG) === 0,
  };
}

function asUtf8(bytes: Buffer): string | null {
  try {
    return STRICT.decode(bytes);
  } catch {
    return null;
  }
}

/** @returns the name as it may be put into a message: bounded, and without what moves a cursor */
export function shownName(text: string): string {
  const visible = text.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
  return visible.length > SHOWN_CHARACTERS ? `${visible.slice(0, SHOWN_CHARACTERS)}…` : visible;
}

/** @returns what is wrong with the name, or nothing: the first rule that it breaks */
export function nameProblems(name: EntryName, limits: InspectionLimits): Problem[] {
  const entry = shownName(name.text);
  const broken =
    brokenByBytes(name, limits) ??
    brokenByPath(name.text, limits) ??
    (name.other === null ? undefined : brokenByPath(name.other, limits));
  return broken === undefined ? [] : [{ rule: broken[0], entry, message: broken[1] }];
}

type Broken = readonly [Rule, string];

function brokenByBytes(
  { bytes, valid, other }: EntryName,
  limits: InspectionLimits,
): Broken | undefined {
  if (bytes.length === 0) return ['name-empty', 'An entry has no name.'];
  if (bytes.length > limits.nameBytes || Buffer.byteLength(other ?? '') > limits.nameBytes)
    return ['name-length', `Its name is longer than ${limits.nameBytes} bytes.`];
  if (!valid) return ['name-encoding', 'Its name is marked as UTF-8 but is not.'];
  if (bytes.some((byte) => byte < 0x20 || byte === 0x7f))
    return ['control-character', 'Its name holds a control character.'];
  return undefined;
}

/** Each in the order in which it names the trick best: `\\\\server\\share` is more than a backslash. */
function brokenByPath(text: string, limits: InspectionLimits): Broken | undefined {
  if (/[\p{Cc}\u2028\u2029]/u.test(text))
    return ['control-character', 'Its name holds a control character.'];
  if (/^[\\/]{2}/.test(text)) return ['unc-path', 'Its name is the address of a network share.'];
  if (/^[A-Za-z]:/.test(text)) return ['drive-path', 'Its name starts with a drive letter.'];
  if (text.startsWith('/')) return ['absolute-path', 'Its name is an absolute path.'];
  const segments = text.split(/[\\/]/);
  if (segments.some(leadsUp)) return ['traversal', 'Its name leads out of the folder.'];
  if (text.includes('\\')) return ['backslash', 'Its name holds a backslash.'];
  if (segments.length > limits.pathDepth)
    return ['path-depth', `Its name is deeper than ${limits.pathDepth} folders.`];
  return undefined;
}

/** Windows drops dots and spaces at the end of a name, so `.. ` and `...` may lead up as well. */
const leadsUp = (segment: string) => /^\.\.[. ]*$/.test(segment);
