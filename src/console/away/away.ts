import type { Activity } from '../../../contract/shapes/activity.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { durationText } from '../../domain/format.ts';

/** Pure: what changed between two looks at the screen, and whether the record of it has a hole. */

/** A shorter absence is reported only when a platform changed its state. */
const AWAY_LONG_MS = 300_000;

/** What a screen knew when it was last looked at. */
export interface Seen {
  /** Server time, epoch milliseconds. */
  readonly at: number;
  readonly rows: readonly Pick<Activity, 'id'>[] | undefined;
  readonly platforms: readonly Pick<Connection, 'id' | 'status'>[] | undefined;
}

/** What it knows now. */
export interface SeenNow extends Seen {
  readonly rows: readonly Activity[] | undefined;
  readonly platforms: readonly Connection[] | undefined;
}

/** What was known when nobody could look any more, and when somebody could again. */
export interface Absence {
  readonly before: Seen;
  /** From the server, and without a gap since it was read. */
  readonly now: SeenNow;
  /** Whose own actions are no news. */
  readonly account: string;
}

export interface AwayReport {
  /** Server time, epoch milliseconds, as the other times here. */
  readonly leftAt: number;
  readonly backAt: number;
  /** New rows, newest first. */
  readonly rows: readonly Activity[];
  /** Platforms whose status is another than it was. */
  readonly platforms: readonly {
    readonly name: string;
    readonly from: string;
    readonly to: string;
    /** Since when it has its state; undefined where the server does not say. */
    readonly since?: number | undefined;
  }[];
  readonly record: AwayRecord;
}

/** incomplete: events between leaving the screen and `until` are missing. */
type AwayRecord =
  | { readonly kind: 'complete' }
  | { readonly kind: 'incomplete'; readonly until: number };

export function awayReport({ before, now, account }: Absence): AwayReport {
  const rows = now.rows ?? [];
  const known = new Set(before.rows?.map(({ id }) => id));
  const joint = rows.findIndex(({ id }) => known.has(id));
  const isWhole = joint >= 0 || before.rows?.length === 0;
  return {
    leftAt: before.at,
    backAt: now.at,
    rows: (joint < 0 ? rows : rows.slice(0, joint)).filter((row) => !isOwn(row, account)),
    platforms: changesOf(before.platforms ?? [], now.platforms ?? []),
    record: isWhole
      ? { kind: 'complete' }
      : { kind: 'incomplete', until: oldestAt(rows) ?? now.at },
  };
}

export function isWorthTelling(absence: Absence): boolean {
  const { leftAt, backAt, rows, platforms, record } = awayReport(absence);
  if (platforms.length > 0) return true;
  return backAt - leftAt >= AWAY_LONG_MS && (rows.length > 0 || record.kind === 'incomplete');
}

/** A row says who did it in its message: 'ada is on it: Archive is down'. A warning is news whoever it is about. */
const isOwn = ({ message, severity }: Activity, account: string) =>
  !['warning', 'error'].includes(severity) && names(message, account);

/** @returns whether a name of any letters and blanks stands in a sentence, and not as a part of a longer one */
function names(sentence: string, name: string): boolean {
  const [first = '', ...others] = sentence.split(name);
  let before = first;
  return others.some((after) => {
    const isWhole =
      !/[\p{L}\p{M}\p{N}_.@-]$/u.test(before) && !/^(?:[\p{L}\p{M}\p{N}_@-]|\.\S)/u.test(after);
    before = after;
    return isWhole;
  });
}

function changesOf(before: NonNullable<Seen['platforms']>, now: readonly Connection[]) {
  const statuses = new Map(before.map(({ id, status }) => [id, status]));
  return now.flatMap(({ id, name, status: to, since }) => {
    const from = statuses.get(id);
    return from === undefined || from === to ? [] : [{ name, from, to, since: since ?? undefined }];
  });
}

function oldestAt(rows: readonly Activity[]): number | undefined {
  const at = Date.parse(rows.at(-1)?.createdAt ?? '');
  return Number.isNaN(at) ? undefined : at;
}

/** @returns how long nobody looked, how much happened meanwhile, and whether that is all of it */
export function awayText({ leftAt, backAt, rows, platforms, record }: AwayReport): string {
  const away = durationText(backAt - leftAt);
  const changes = `${eventsText(rows.length)}, ${platformsText(platforms.length)}`;
  return `${away}: ${changes}. ${recordText(record, leftAt)}`;
}

function eventsText(count: number): string {
  if (count === 0) return 'no events';
  return count === 1 ? '1 event' : `${count.toLocaleString()} events`;
}

function platformsText(count: number): string {
  if (count === 0) return 'no platform changed its state';
  return count === 1 ? '1 platform changed its state' : `${count} platforms changed their state`;
}

function recordText(record: AwayReport['record'], leftAt: number): string {
  return record.kind === 'complete'
    ? 'The record is complete.'
    : `The record is not complete: nothing is known of the first ${durationText(record.until - leftAt)}.`;
}
