import { MINUTE_MS } from '../../contract/limits.ts';
import { endOfHours } from '../base/daily-hours.ts';
import { durationText } from '../base/duration-text.ts';
import type { StoredDisplay } from './rows/displays.ts';

/** After this without a sign of life it is away; and so long it may take to be switched on. */
export const SILENT_MS = 3 * MINUTE_MS;
/** Its page paints every few seconds, and its worker reports each minute. */
const FROZEN_MS = MINUTE_MS;
const OLD_MS = 3 * MINUTE_MS;
const CLOCK_MS = MINUTE_MS;
/** One behind is usual: a display takes a new version when nobody is at it. */
const BEHIND = 2;

interface TroubleState {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Since when reports could arrive, epoch milliseconds: what is missing from before says nothing. */
  readonly watchedSince: number;
  /** Its live socket is open. */
  readonly connected: boolean;
  /** That this node has served, newest first. */
  readonly builds: readonly string[];
}

type Watched = Pick<StoredDisplay, 'watch' | 'report' | 'seenAt' | 'build'>;
type Found = Readonly<Record<'kind' | 'text', string>>;

/** @returns what is wrong with a display that should be on: what its screen shows first, then the rest */
export function troubleOf(display: Watched, state: TroubleState): Found | null {
  const { report, watch } = display;
  if (!isExpected(watch.hours, state.now)) return null;
  const lifeAt = Math.max(report?.at ?? 0, display.seenAt ?? 0);
  if (lifeAt === 0) return null;
  if (!state.connected && state.now - Math.max(lifeAt, state.watchedSince) > SILENT_MS)
    return { kind: 'silent', text: `has given no sign of life since ${timeOf(lifeAt)}` };
  return (
    (report && troubleIn(report)) ??
    behind(display.build, state.builds) ??
    (report && clockOf(report))
  );
}

/** @returns whether it should be on now, and was given the time to be switched on */
export const isExpected = (hours: Watched['watch']['hours'], now: number): boolean =>
  hours === null || [now, now - SILENT_MS].every((at) => endOfHours(hours, at) !== null);

/** By its own times alone: this node may not have been there to receive what it said. */
function troubleIn({ at, paintedAt, dataAt }: NonNullable<Watched['report']>): Found | null {
  if (at - paintedAt > FROZEN_MS)
    return { kind: 'frozen', text: `has painted nothing since ${timeOf(paintedAt)}` };
  if (dataAt !== null && at - dataAt > OLD_MS)
    return { kind: 'old', text: `shows what was true at ${timeOf(dataAt)}` };
  return null;
}

function behind(build: string | null, builds: readonly string[]): Found | null {
  const index = build === null ? 0 : builds.indexOf(build);
  const releases = index === -1 ? builds.length : index;
  return releases < BEHIND ? null : { kind: 'behind', text: `runs version ${build}, two behind` };
}

function clockOf({ skewMs }: NonNullable<Watched['report']>): Found | null {
  const off = Math.abs(skewMs);
  if (off <= CLOCK_MS) return null;
  return { kind: 'clock', text: `has a clock that is off by ${durationText(off)}` };
}

const timeOf = (at: number) => `${new Date(at).toISOString().slice(11, 16)} UTC`;
