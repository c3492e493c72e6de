import { SEVERITIES } from '../../contract/limits.ts';
import type { Activity } from '../../contract/shapes/activity.ts';

/** What the dashboard's activity can be narrowed to. */
export const ACTIVITY_KINDS = ['all', 'problems', 'platforms', 'bundles'] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** One row as it is shown: an event, or several that say the same. */
export interface FoldedActivity {
  /** The newest of them. */
  readonly row: Activity;
  /** All of them, newest first. */
  readonly rows: readonly Activity[];
  readonly message: string;
}

/** Events that lie further apart are not grouped. */
const APART_MS = 10 * 60_000;
/** A bundle or two are named. */
const BUNDLES_FOLDED_MIN = 3;
const BUNDLE_NAME = /(?:ZIP bundle )?\S+\.zip\b/;
const PROBLEMS: readonly string[] = SEVERITIES.filter((severity) => severity !== 'success');

const isProblem = ({ severity }: Activity) => PROBLEMS.includes(severity);
const isAboutBundle = ({ message }: Activity) => BUNDLE_NAME.test(message);

/** @param platforms names of the mesh's platforms, for servers that do not say what a row is about */
export function isOfKind(row: Activity, kind: ActivityKind, platforms: readonly string[]): boolean {
  switch (kind) {
    case 'all':
      return true;
    case 'problems':
      return isProblem(row);
    case 'bundles':
      return isAboutBundle(row);
    case 'platforms':
      if (row.platform) return true;
      return !isAboutBundle(row) && platforms.some((name) => row.message.includes(name));
  }
}

/**
 * Joins routine events of bundles that say the same of other names, also when they alternate ("uploaded",
 * "passed validation"), and equal neighbours. Problems of different bundles stay single rows.
 *
 * @param rows newest first
 * @param wanted how many items are needed: of many rows no more are looked at
 */
export function foldActivity(rows: readonly Activity[], wanted = rows.length): FoldedActivity[] {
  const items: FoldedActivity[] = [];
  let start = 0;
  while (start < rows.length && items.length < wanted) {
    let end = start + 1;
    while (end < rows.length && continues(rows[end - 1], rows[end])) end += 1;
    items.push(...foldRun(rows.slice(start, end)));
    start = end;
  }
  return items;
}

/** @param run rows of which each continues the one before */
function foldRun(run: readonly Activity[]): FoldedActivity[] {
  const groups = new Map<string, Activity[]>();
  for (const row of run) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return run.flatMap((row) => {
    const rows = groups.get(keyOf(row)) ?? [];
    if (isRoutine(row) && rows.length < BUNDLES_FOLDED_MIN)
      return [{ row, rows: [row], message: row.message }];
    return rows[0] === row ? [{ row, rows, message: foldedMessage(row, rows.length) }] : [];
  });
}

/** @returns whether a row goes on with the run of the one before it: more routine, or the same once more */
function continues(newer: Activity | undefined, row: Activity | undefined): boolean {
  if (newer === undefined || row === undefined || isRoutine(newer) !== isRoutine(row)) return false;
  if (!isRoutine(row) && keyOf(newer) !== keyOf(row)) return false;
  return !(Date.parse(newer.createdAt) - Date.parse(row.createdAt) > APART_MS);
}

const isRoutine = (row: Activity) => !isProblem(row) && isAboutBundle(row);

/** What two rows must share to be grouped. */
function keyOf(row: Activity): string {
  const message = isRoutine(row) ? row.message.replace(BUNDLE_NAME, '*') : row.message;
  return `${row.severity} ${message}`;
}

function foldedMessage(row: Activity, count: number): string {
  if (count === 1 || !isRoutine(row)) return row.message;
  return row.message.replace(BUNDLE_NAME, `${count.toLocaleString()} bundles`);
}
