import { httpError } from '../base/http-error.ts';
import { isMeshNode, type Platform } from '../config/mesh-config.ts';

/** Ids that an error lists. */
const LISTED_MAX = 20;

/**
 * Wherever a call names a platform for a bundle or a proof, its id, its domain and its name are taken alike.
 *
 * @param field for the message
 * @throws HttpError 400 that says what is accepted
 */
export function platformOf(all: readonly Platform[], text: string, field: string): Platform {
  const find = (platforms: readonly Platform[]) =>
    platforms.find(({ id }) => id === text) ??
    platforms.find(({ domain, name }) => domain === text || name === text);
  const platforms = all.filter(isMeshNode);
  const found = find(platforms);
  if (found !== undefined) return found;
  if (find(all) !== undefined)
    throw httpError(
      400,
      `${field} names ${text}, which is no mesh node: bundles and proofs are for those alone.`,
    );
  const ids = platforms.slice(0, LISTED_MAX).map(({ id }) => id);
  const more = platforms.length - ids.length;
  const known = [...ids, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  throw httpError(
    400,
    `${field} names a platform that is not in the mesh. Name one by its id, domain or name; the ids are: ${known}.`,
  );
}
