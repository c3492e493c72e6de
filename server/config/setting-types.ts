import * as z from 'zod/mini';

/** Kinds of values that settings have. */

export const integer = (min: number, max: number) =>
  z.coerce.number().check(z.int(), z.minimum(min), z.maximum(max));

/** An address without a path. */
export const OriginSchema = z
  .url({ protocol: /^https?$/, error: 'must be an http: or https: address' })
  .check(z.refine(isOrigin, 'must be scheme, host and port only, without a path'));

function isOrigin(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, href } = new URL(address);
  return href === `${origin}/`;
}
