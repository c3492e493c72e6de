import { THRESHOLDS } from '../../../../contract/limits.ts';

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
}

interface Common {
  readonly name: string;
  readonly paused: boolean;
  readonly group: string;
  readonly tags?: readonly string[];
  readonly intervalSec: number;
  readonly failures?: number;
}

/** @returns the row with what platforms of all kinds have */
export function candidateOf(
  { platform, changes = [], reason }: Reached,
  common: Common,
): Candidate {
  const { name, paused, group, tags = [], intervalSec: sec, failures } = common;
  if (platform === undefined) return { name, reason };
  const { min, max } = THRESHOLDS.intervalSec;
  const intervalSec = Math.min(Math.max(Math.round(sec), min), max);
  const isProbed = platform.kind !== 'report';
  const isChanged = isProbed && intervalSec !== sec;
  return {
    name,
    platform: {
      name,
      ...platform,
      ...(group && { group }),
      ...(tags.length > 0 && { tags }),
      ...(isProbed && { thresholds: { intervalSec, ...(failures && { failures }) } }),
    },
    paused,
    changes: [
      ...changes,
      isChanged && `It is probed every ${intervalSec} s, and not every ${sec} s.`,
    ].filter((one) => one !== false),
  };
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

/** The names of a way into JSON, without list positions or filters. */
const PLAIN_PATH = /^[\w-]+(?:\.[\w-]+)*$/;

/** @returns undefined where it is more than names */
export const plainPath = (path: string): string | undefined =>
  PLAIN_PATH.test(path) ? path : undefined;
