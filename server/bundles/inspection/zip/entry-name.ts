import { getFileNameLowLevel } from 'yauzl';
import type { ExtraField } from './extra-fields.ts';
import type { InspectionLimits } from './limits.ts';
import type { Finding, Rule } from './problem.ts';

/** An entry's name: the bytes, and every way in which an unpacking program may read them. */
export interface EntryName {
  readonly bytes: Buffer;
  /** For display. */
  readonly text: string;
  /** Another name that a Unicode field gives; null when there is none. */
  readonly other: string | null;
  /** False: flagged as UTF-8 but not UTF-8. */
  readonly valid: boolean;
}

const UTF8_FLAG = 0x0800;
const SHOWN_CHARACTERS = 200;
const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function readName(bytes: Buffer, flags: number, fields: readonly ExtraField[]): EntryName {
  const utf8 = asUtf8(bytes);
  // yauzl decodes the format's old code page and the Unicode Path field, which overrides the header.
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

/** @returns the name for messages: bounded, with control and direction characters escaped */
export function shownName(text: string): string {
  const visible = text.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
  return visible.length > SHOWN_CHARACTERS ? `${visible.slice(0, SHOWN_CHARACTERS)}…` : visible;
}

/** @returns the first rule that the name breaks, or nothing */
export function checkName(name: EntryName, limits: InspectionLimits): Finding[] {
  const entry = shownName(name.text);
  const broken =
    brokenByBytes(name, limits) ??
    brokenByPath(name.text, limits) ??
    (name.other === null ? undefined : brokenByPath(name.other, limits));
  return broken === undefined ? [] : [{ rule: broken[0], entry, problem: broken[1] }];
}

type Broken = readonly [Rule, string];

function brokenByBytes(
  { bytes, valid, other }: EntryName,
  limits: InspectionLimits,
): Broken | undefined {
  if (bytes.length === 0) return ['name-empty', 'has no name'];
  if (bytes.length > limits.nameBytes || Buffer.byteLength(other ?? '') > limits.nameBytes)
    return ['name-length', `has a name longer than ${limits.nameBytes} bytes`];
  if (!valid) return ['name-encoding', 'has a name that is marked as UTF-8 but is not'];
  if (bytes.some((byte) => byte < 0x20 || byte === 0x7f))
    return ['control-character', 'has a control character in its name'];
  return undefined;
}

/** The most specific rule first: `\\\\server\\share` is more than a backslash. */
function brokenByPath(text: string, limits: InspectionLimits): Broken | undefined {
  if (/[\p{Cc}\u2028\u2029]/u.test(text))
    return ['control-character', 'has a control character in its name'];
  if (/^[\\/]{2}/.test(text)) return ['unc-path', 'has the address of a network share as its name'];
  if (/^[A-Za-z]:/.test(text)) return ['drive-path', 'has a name that starts with a drive letter'];
  if (text.startsWith('/')) return ['absolute-path', 'has an absolute path as its name'];
  const segments = text.split(/[\\/]/);
  if (segments.some(leadsUp)) return ['traversal', 'leads out of the folder'];
  if (text.includes('\\'))
    return [
      'backslash',
      'has a backslash in its name, as old programs for Windows write it: pack it with another one',
    ];
  if (segments.length > limits.pathDepth)
    return ['path-depth', `is more than ${limits.pathDepth} folders deep`];
  return undefined;
}

/** Windows drops dots and spaces at the end of a name, so `.. ` and `...` may mean `..`. */
const leadsUp = (segment: string) => /^\.\.[. ]*$/.test(segment);
