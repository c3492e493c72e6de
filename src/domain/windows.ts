import type { Maintenance } from '../../contract/shapes/maintenance.ts';

/** Maintenance windows by their time. */
export interface Windows {
  readonly current: readonly Maintenance[];
  /** The next one first. */
  readonly ahead: readonly Maintenance[];
  /** The last one first. */
  readonly past: readonly Maintenance[];
}

/** @param now server time, epoch milliseconds */
export function windowsAt(windows: readonly Maintenance[], now: number): Windows {
  const byStart = windows.toSorted((a, b) => a.startsAt - b.startsAt);
  return {
    current: byStart.filter(({ startsAt, endsAt }) => startsAt <= now && now < endsAt),
    ahead: byStart.filter(({ startsAt }) => startsAt > now),
    past: windows.filter(({ endsAt }) => endsAt <= now).toSorted((a, b) => b.endsAt - a.endsAt),
  };
}
