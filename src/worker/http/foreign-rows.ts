import type { Call } from '../../../contract/call.ts';
import { PATHS } from '../../../contract/paths.ts';
import { textIn } from '../../domain/address-values.ts';
import { momentOf } from '../../domain/moment.ts';

/**
 * Lists of a server that is not ours, row by row: what can be shown is shown. A row keeps its odd fields where
 * they have another type, and is left out where nothing of use is in it.
 */
interface ForeignRows {
  readonly rows: readonly unknown[];
  /** How many rows had no use. */
  readonly leftOut: number;
}

type Row = Readonly<Record<string, unknown>>;

/** What makes a row of each list of the specification; undefined: it has no use. */
const READERS: Readonly<Record<string, (row: Row) => unknown>> = {
  [PATHS.connections]: connectionOf,
  [PATHS.activity]: activityOf,
  [PATHS.bundles]: bundleOf,
};

/** @returns undefined when the answer is no list that is read row by row */
export function readForeignRows(row: Call, answer: unknown): ForeignRows | undefined {
  const read = READERS[row.path];
  if (read === undefined || !Array.isArray(answer)) return undefined;
  const rows = answer.filter(isRow).flatMap((one) => read(one) ?? []);
  return { rows, leftOut: answer.length - rows.length };
}

function connectionOf(row: Row): unknown {
  const name = textIn(row.name) ?? textIn(row.domain) ?? textIn(row.id);
  if (name === undefined) return undefined;
  return {
    ...row,
    id: textIn(row.id) ?? name,
    name,
    domain: textIn(row.domain) ?? name,
    status: textIn(row.status) ?? UNKNOWN,
    latencyMs: numberOf(row.latencyMs),
    lastSeen: timeOf(row.lastSeen),
    since: undefined,
    failure: undefined,
  };
}

function activityOf(row: Row): unknown {
  const message = textIn(row.message);
  if (message === undefined) return undefined;
  const createdAt = isoOf(row.createdAt);
  return {
    ...row,
    id: textIn(row.id) ?? `${createdAt} ${message}`,
    message,
    severity: textIn(row.severity) ?? 'primary',
    createdAt,
    platform: textIn(row.platform),
  };
}

function bundleOf(row: Row): unknown {
  const name = textIn(row.name) ?? textIn(row.id);
  if (name === undefined) return undefined;
  return {
    ...row,
    id: textIn(row.id) ?? name,
    name,
    size: numberOf(row.size) ?? 0,
    status: textIn(row.status) ?? UNKNOWN,
    createdAt: isoOf(row.createdAt),
  };
}

/** Drawn neutrally, by its own word. */
const UNKNOWN = 'unknown';

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** @returns epoch milliseconds of a time in any notation of the specification */
const timeOf = (value: unknown): number | null =>
  typeof value === 'string' || typeof value === 'number' ? (momentOf(value) ?? null) : null;

/** @returns the text itself when that is no time: it is shown as it is */
function isoOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const at = timeOf(value);
  return at === null ? '' : new Date(at).toISOString();
}
