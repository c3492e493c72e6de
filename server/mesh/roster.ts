import type { Connection } from '../../contract/shapes/mesh.ts';
import type { Platform } from '../config.ts';
import type { ViewEntry } from './messages.ts';
import { NEVER_PROBED, type Standing } from './standing.ts';

export type Named = Pick<Platform, 'id' | 'name' | 'domain'>;

/** The sisters of the configuration, in its order, each with how it stands; kept in memory. */
export interface Roster {
  readonly platforms: readonly Named[];
  /** What the last probe found, be it an earlier process's. */
  standing(id: string): Standing;
  /** What an earlier process found: compared with, but never shown as a status. */
  restore(standings: ReadonlyMap<string, Standing>): void;
  /** What this process found. */
  set(standings: ReadonlyMap<string, Standing>): void;
  connections(): Connection[];
  /** What is told to sisters: only what was probed. */
  view(): ViewEntry[];
}

export function createRoster(platforms: readonly Named[]): Roster {
  let restored: ReadonlyMap<string, Standing> = new Map();
  const measured = new Map<string, Standing>();
  const standing = (id: string) => measured.get(id) ?? restored.get(id) ?? NEVER_PROBED;

  return {
    platforms,
    standing,
    restore(standings) {
      restored = standings;
    },
    set(standings) {
      for (const [id, next] of standings) measured.set(id, next);
    },
    connections: () =>
      connectionsOf(platforms, (id) => measured.get(id) ?? { ...standing(id), status: 'unknown' }),
    view: () =>
      [...measured].flatMap(([platform, { status, lastSeen }]): ViewEntry[] =>
        status === 'unknown' ? [] : [{ platform, status, lastSeen }],
      ),
  };
}

/** @returns the read's answer when the platforms stand like this */
export function connectionsOf(
  platforms: readonly Named[],
  standing: (id: string) => Standing,
): Connection[] {
  return platforms.map(({ id, name, domain }) => {
    const { status, latencyMs, lastSeen } = standing(id);
    return { id, name, domain, status, latencyMs, lastSeen };
  });
}

/** @returns how a platform is called in sentences */
export const fullNameOf = ({ name, domain }: Named): string => `${name} (${domain})`;
