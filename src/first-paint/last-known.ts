import type { ReadName } from '../../contract/calls.ts';
import { LAST_KNOWN } from '../link/last-known.ts';

/**
 * What the first paint of the dashboard shows of an account, before the data worker runs: the texts that its
 * components wrote of the last-known data, each with its time. A copy of a copy: the worker's own is the one
 * that every screen starts from.
 */
export interface LastKnown {
  readonly account: string;
  /** Server time minus this device's clock, milliseconds, when this was kept. */
  readonly skewMs: number;
  readonly parts: KnownParts;
}

export const KNOWN_PARTS = [
  'stats',
  'connections',
  'activity',
  'bundles',
] as const satisfies readonly ReadName[];
export type KnownPartName = (typeof KNOWN_PARTS)[number];
export type KnownParts = Readonly<Partial<Record<KnownPartName, KnownPart>>>;

/** Text by the name of the slot that it fills. */
export type Slots = Readonly<Record<string, string>>;

export interface KnownPart {
  /** Server time, epoch milliseconds, at which it was true. */
  readonly at: number;
  readonly everyMs: number | null;
  readonly slots: Slots;
  /** Of a list its first; null: no list. */
  readonly rows: readonly KnownRow[] | null;
}

export interface KnownRow {
  /** A severity or a status: which of the templates' rows it looks like. */
  readonly kind: string;
  readonly slots: Slots;
}

/** This device's storage is small, and is read before anything is painted: what is longer is not kept. */
const LENGTH_MAX = 64_000;

/** @returns undefined when nothing is kept of that account, or nothing that can be read */
export function readLastKnown(account: string): LastKnown | undefined {
  try {
    return parsed(JSON.parse(localStorage.getItem(LAST_KNOWN) ?? 'null'), account);
  } catch {
    return undefined;
  }
}

export function writeLastKnown(known: LastKnown): void {
  const text = JSON.stringify(known);
  try {
    if (text.length <= LENGTH_MAX) localStorage.setItem(LAST_KNOWN, text);
  } catch {
    // A full or forbidden storage: the next first paint shows less, and nothing is lost.
  }
}

function parsed(value: unknown, account: string): LastKnown | undefined {
  const { account: owner, skewMs, parts } = fieldsOf(value);
  if (owner !== account || !isNumber(skewMs)) return undefined;
  const found = Object.entries(fieldsOf(parts)).filter(([, part]) => isPart(part));
  return { account, skewMs, parts: Object.fromEntries(found) };
}

function isPart(value: unknown): boolean {
  const { at, everyMs, slots, rows } = fieldsOf(value);
  const isSound = isNumber(at) && (everyMs === null || isNumber(everyMs)) && areSlots(slots);
  return isSound && (rows === null || (Array.isArray(rows) && rows.every(isRow)));
}

function isRow(value: unknown): boolean {
  const { kind, slots } = fieldsOf(value);
  return typeof kind === 'string' && areSlots(slots);
}

function areSlots(value: unknown): boolean {
  return Object.values(fieldsOf(value)).every((text) => typeof text === 'string');
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

/** Of what has none, none. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
