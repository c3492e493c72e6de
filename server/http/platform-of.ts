import { httpError } from '../base/http-error.ts';
import type { Platform } from '../config/mesh-config.ts';

/** Ids that an error lists. */
const LISTED_MAX = 20;

/**
 * Wherever a call names a platform, its id, its domain and its name are taken alike.
 *
 * @param field for the message
 * @throws HttpError 400 that says what is accepted
 */
export function platformOf(platforms: readonly Platform[], text: string, field: string): Platform {
  const found =
    platforms.find(({ id }) => id === text) ??
    platforms.find(({ domain, name }) => domain === text || name === text);
  if (found !== undefined) return found;
  const ids = platforms.slice(0, LISTED_MAX).map(({ id }) => id);
  const more = platforms.length - ids.length;
  const known = [...ids, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  throw httpError(
    400,
    `${field} names a platform that is not in the mesh. Name one by its id, domain or name; the ids are: ${known}.`,
  );
}
