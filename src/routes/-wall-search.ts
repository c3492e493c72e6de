/** The wall's part of the dashboard's address: what an unattended screen shows, and how. */
export const WALL_VIEWS = ['overview', 'mesh', 'activity'] as const;
export type WallView = (typeof WALL_VIEWS)[number];

export const WALL_THEMES = ['dark', 'light', 'system'] as const;
export type WallTheme = (typeof WALL_THEMES)[number];

export const WALL_SCALE = { min: 0.5, max: 3, step: 0.25 } as const;

export interface WallSearch {
  readonly wall?: 1 | undefined;
  readonly view?: WallView | undefined;
  readonly theme?: WallTheme | undefined;
  /** Of the type, 1 being right for five metres. */
  readonly scale?: number | undefined;
}

/** Addresses are foreign data: whatever is none of ours is left out, and a scale is brought into its range. */
export function wallSearch(search: Record<string, unknown>): WallSearch {
  if (String(search.wall) !== '1') return {};
  return {
    wall: 1,
    view: WALL_VIEWS.find((view) => view === search.view),
    theme: WALL_THEMES.find((theme) => theme === search.theme),
    scale: scaleOf(search.scale),
  };
}

function scaleOf(value: unknown): number | undefined {
  const scale = typeof value === 'number' ? value : Number.parseFloat(String(value));
  if (!Number.isFinite(scale)) return undefined;
  return Math.min(WALL_SCALE.max, Math.max(WALL_SCALE.min, scale));
}
