import { textIn } from '../../domain/address-values.ts';

/** The wall's part of the dashboard's address: what an unattended screen shows, and how. */
export const WALL_VIEWS = ['overview', 'mesh', 'activity'] as const;
export type WallView = (typeof WALL_VIEWS)[number];
export const WALL_THEMES = ['dark', 'light', 'system'] as const;
export type WallTheme = (typeof WALL_THEMES)[number];
export const WALL_SCALE = { min: 0.5, max: 3, step: 0.25 } as const;

export interface WallSearch {
  readonly wall?: 1 | undefined;
  /** Only its platforms. */
  readonly group?: string | undefined;
  readonly view?: WallView | undefined;
  readonly theme?: WallTheme | undefined;
  /** Of the type; 1 is right for five metres. */
  readonly scale?: number | undefined;
  /** The views take turns. They stop on trouble. */
  readonly rotate?: 1 | undefined;
  /** Hours of this device's clock in which the wall is dark and dimmed, such as '22-6'. */
  readonly night?: string | undefined;
  /** A sound when a platform goes down. */
  readonly sound?: 1 | undefined;
}

/** Addresses are foreign data: unknown values are left out, and a scale is brought into its range. */
export function wallSearch(search: Record<string, unknown>): WallSearch {
  if (String(search.wall) !== '1') return {};
  return {
    wall: 1,
    group: textIn(search.group),
    view: WALL_VIEWS.find((view) => view === search.view),
    theme: WALL_THEMES.find((theme) => theme === search.theme),
    scale: scaleOf(search.scale),
    rotate: String(search.rotate) === '1' ? 1 : undefined,
    night: nightHours(search.night) ? String(search.night) : undefined,
    sound: String(search.sound) === '1' ? 1 : undefined,
  };
}

function scaleOf(value: unknown): number | undefined {
  const scale = typeof value === 'number' ? value : Number.parseFloat(String(value));
  if (!Number.isFinite(scale)) return undefined;
  return Math.min(WALL_SCALE.max, Math.max(WALL_SCALE.min, scale));
}

/** @returns the hours at which the night begins and ends; undefined for what is no night */
function nightHours(value: unknown): readonly [number, number] | undefined {
  const [, from, to] = /^(\d{1,2})-(\d{1,2})$/.exec(String(value)) ?? [];
  const hours = [Number(from), Number(to)] as const;
  return hours.every((hour) => hour < 24) && hours[0] !== hours[1] ? hours : undefined;
}

/**
 * @param night such as '22-6'
 * @param hour of this device's clock
 */
export function isNight(night: string | undefined, hour: number): boolean {
  const [from, to] = nightHours(night) ?? [];
  if (from === undefined || to === undefined) return false;
  return from < to ? hour >= from && hour < to : hour >= from || hour < to;
}

const ROTATE_EVERY_MS = 20_000;

/** @returns the view of this moment. A rotating wall stops at the overview on trouble. */
export function shownView({ rotate, view }: WallSearch, now: number, isTrouble: boolean): WallView {
  if (rotate !== 1) return view ?? 'overview';
  return isTrouble ? 'overview' : rotatedView(now);
}

/** @returns the same view on all walls with rotation */
export function rotatedView(now: number): WallView {
  return WALL_VIEWS[Math.floor(now / ROTATE_EVERY_MS) % WALL_VIEWS.length] ?? 'overview';
}
