import type { Incident } from '../../contract/shapes/incident.ts';

/** What an incident is about: its platform, or what a person opened. */

/** @param platformName '' or undefined when it is not known. @returns it, 'This node', or the title of what a person opened */
export const incidentName = (
  { platform, cause, scope }: Incident,
  platformName?: string,
): string => (scope === 'node' ? 'This node' : platformName || platform || (cause ?? ''));

/** @returns whether it is of a platform, or affects it */
export const concerns = ({ platform, platforms }: Incident, id: string): boolean =>
  platform === id || (platforms?.includes(id) ?? false);
