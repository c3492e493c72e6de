import { THRESHOLDS } from '../../../../contract/limits.ts';

/** A row of a file that was read: what it would be here. */
export interface Candidate {
  readonly name: string;
  /** As a platform is added; undefined: it is left out. */
  readonly platform?: Readonly<Record<string, unknown>> | undefined;
  readonly paused?: boolean;
  /** What will not be as it was there. */
  readonly changes?: readonly string[];
  /** Why it is left out. */
  readonly reason?: string;
}

/** How a row is probed here, or why it is not. */
export type Reached =
  | { readonly reason: string; readonly platform?: undefined }
  | { readonly platform: Fields; readonly changes: readonly string[] };

export type Fields = Readonly<Record<string, unknown>>;

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

/** @returns how often it is probed here, and how that is not as it was */
export function probedEvery(sec: number) {
  const { min, max } = THRESHOLDS.intervalSec;
  const intervalSec = Math.min(Math.max(Math.round(sec), min), max);
  const change = `It is probed every ${intervalSec} s, and not every ${sec} s.`;
  return { intervalSec, changes: intervalSec === sec ? [] : [change] };
}
