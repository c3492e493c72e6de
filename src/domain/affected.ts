import type { Incident } from '../../contract/shapes/incident.ts';
import type { Connection } from '../../contract/shapes/mesh.ts';
import { givenName } from './platform-name.ts';

/** What an incident is about: its platform, or what a person opened. */

/** @returns the name of its platform, 'This node', or the title of what a person opened */
export const incidentName = (
  { platform, cause, scope }: Incident,
  platforms: readonly Pick<Connection, 'id' | 'name'>[],
): string =>
  scope === 'node' ? 'This node' : givenName(platform, platforms) || platform || (cause ?? '');

/** @returns whether it is of a platform, or affects it */
export const concerns = ({ platform, platforms }: Incident, id: string): boolean =>
  platform === id || (platforms?.includes(id) ?? false);
