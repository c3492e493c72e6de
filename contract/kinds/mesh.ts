import * as z from 'zod/mini';
import { HttpUrlSchema } from './place.ts';

/** An address without a path. */
const OriginSchema = HttpUrlSchema.check(
  z.regex(/^[^:]+:\/\/[^\s/?#@\\]+\/?$/, 'must be scheme, host and port only, without a path'),
);

export const MESH = {
  address: OriginSchema,
  /** Thumbprints (RFC 7638) of the only keys that it may sign with; any that it publishes by default. */
  keys: z.optional(
    z
      .array(z.string().check(z.regex(/^[\w-]{43}$/, 'must be the thumbprint of a key')))
      .check(z.minLength(1), z.maxLength(4)),
  ),
};
