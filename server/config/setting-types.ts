import * as z from 'zod/mini';
import { isHost } from './targets.ts';

/** Kinds of values that settings have. */

export const integer = (min: number, max: number) =>
  z.coerce.number().check(z.int(), z.minimum(min), z.maximum(max));

/** @returns the entries of a list with commas */
export const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);

/** An address with scheme or port would never be met. */
export const HostNamesSchema = z._default(
  z
    .string()
    .check(
      z.refine(
        (list) => namesIn(list).every(isHost),
        'must be host names with commas between, without scheme and port',
      ),
    ),
  '',
);

/** Where somebody can be written to. */
export const ContactSchema = z
  .url({ protocol: /^(?:mailto|https)$/, error: 'must be a mailto: or https: address' })
  .check(z.refine(hasTarget, 'must name a mailbox or a host'));

function hasTarget(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, pathname, hostname } = new URL(address);
  return protocol === 'mailto:' ? pathname.includes('@') : hostname !== '';
}

/** An address without a path. */
export const OriginSchema = z
  .url({ protocol: /^https?$/, error: 'must be an http: or https: address' })
  .check(z.refine(isOrigin, 'must be scheme, host and port only, without a path'));

function isOrigin(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, href } = new URL(address);
  return href === `${origin}/`;
}
