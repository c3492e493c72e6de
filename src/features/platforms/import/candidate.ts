import { TAGS_MAX, THRESHOLDS } from '../../../../contract/platform-limits.ts';
import { TEXT_MAX } from '../../../../contract/text-limits.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** How a row is probed here, or why it is not. */
export interface Reached {
  /** As a platform is added: the server says what is wrong with it. Undefined: it is left out. */
  readonly platform?: Fields | undefined;
  /** What will not be as it was there; false: it will. */
  readonly changes?: readonly (string | false)[];
  /** Why it is left out. */
  readonly reason?: string | null | undefined;
}

/** A row of a file that was read: what it would be here. */
export interface Candidate extends Omit<Reached, 'changes'> {
  readonly name: string;
  readonly changes?: readonly string[];
  readonly paused?: boolean;
  /** In the file, by which others depend on it. */
  readonly fileId?: string;
}

interface Common {
  readonly name: string;
  readonly paused: boolean;
  readonly group: string;
  readonly tags?: readonly string[];
  readonly intervalSec: number;
  /** 0: the file says none. */
  readonly timeoutSec?: number;
  readonly failures?: number;
}

/** @returns the row with what platforms of all kinds have */
export function candidateOf(
  { platform, changes = [], reason }: Reached,
  common: Common,
): Candidate {
  const { name, paused, group, intervalSec: sec, timeoutSec = 0, failures } = common;
  if (platform === undefined) return { name, reason };
  const intervalSec = within(THRESHOLDS.intervalSec, sec);
  const timeoutMs = timeoutSec > 0 && within(THRESHOLDS.timeoutMs, timeoutSec * 1000);
  const { tags, tagChanges } = tagsOf(common);
  const isProbed = platform.kind !== 'report';
  const isChanged = isProbed && intervalSec !== sec;
  return {
    name,
    platform: {
      name,
      ...platform,
      ...(group && { group }),
      ...(tags.length > 0 && { tags }),
      ...(isProbed && {
        thresholds: {
          intervalSec,
          ...(timeoutMs && { timeoutMs }),
          ...(failures && { failures }),
        },
      }),
    },
    paused,
    changes: [
      ...changes,
      ...tagChanges,
      isChanged && `It is probed every ${intervalSec} s, and not every ${sec} s.`,
    ].filter((one) => one !== false),
  };
}

const within = ({ min, max }: { readonly min: number; readonly max: number }, value: number) =>
  Math.min(Math.max(Math.round(value), min), max);

function tagsOf({ tags: given = [] }: Common) {
  const tags = [...new Set(given.map((tag) => tag.slice(0, TEXT_MAX.tag)))];
  return {
    tags: tags.slice(0, TAGS_MAX),
    tagChanges: [
      given.some((tag) => tag.length > TEXT_MAX.tag) && 'Its long tags are shortened.',
      tags.length > TAGS_MAX && `It has the first ${TAGS_MAX} of its tags.`,
    ],
  };
}

/** @returns the rows, where a name that several have is followed by the group */
export function withOwnNames(candidates: readonly Candidate[]): Candidate[] {
  const names = candidates.flatMap(({ name, platform }) => (platform ? name.toLowerCase() : []));
  const twice = new Set(names.filter((name, place) => names.indexOf(name) !== place));
  return candidates.map((one) => {
    const { name: own, platform, changes = [] } = one;
    const group = textOf(platform?.group);
    if (group === '' || !twice.has(own.toLowerCase())) return one;
    const name = `${own} (${group})`;
    const renamed = [`Its name was ${own}.`, ...changes];
    return { ...one, name, platform: { ...platform, name }, changes: renamed };
  });
}

export const NEW_ADDRESS = 'It gets another address to call.';

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** @returns the objects of a list; what is none is left out */
export const rowsOf = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.filter(isFields) : [];

export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** Names and list positions of a way into JSON, without filters. */
const PLAIN_PATH = /^(?:[\w-]+|\[\d+\])(?:\.[\w-]+|\[\d+\])*$/;

/** @returns undefined where it is more */
export const plainPath = (path: string): string | undefined =>
  PLAIN_PATH.test(path) ? path : undefined;

/** @returns headers as texts; what is no text is one when it is sent */
export const headersOf = (headers: Fields): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]));

/** Other programs take a name and a password in the address, and send them to it. */
export function withoutUser(address: string): { url: string; auth?: Fields } {
  const [, scheme = '', username = '', password = '', rest = ''] =
    /^(https?:\/\/)([^/?#@:]+)(?::([^/?#@]*))?@(.*)$/is.exec(address) ?? [];
  if (username === '') return { url: address };
  return { url: scheme + rest, auth: { username: decoded(username), password: decoded(password) } };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @returns of a list, of one in JSON as the table has it, or of one with commas */
export function listOf(value: unknown): unknown[] {
  const list = typeof value === 'string' ? (parsed(value) ?? value.split(',')) : value;
  return [list ?? []].flat().filter((one) => textOf(one) !== '' || isFields(one));
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
