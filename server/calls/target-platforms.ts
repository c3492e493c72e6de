import type { Platform } from '../config.ts';
import { refuse } from '../http/refuse.ts';

/** @param named names, domains or ids; each platform counts once. @throws Refusal 400 for one that is unknown */
export function platformsOf(named: readonly string[], platforms: readonly Platform[]): Platform[] {
  const found = named.map((name) => {
    const platform = platforms.find((one) => [one.name, one.domain, one.id].includes(name));
    if (platform === undefined)
      throw refuse(400, 'targetPlatforms names a platform that is not in the mesh.');
    return platform;
  });
  return [...new Set(found)];
}
