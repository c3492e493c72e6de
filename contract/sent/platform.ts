import * as z from 'zod/mini';
import { INVISIBLE_CHARACTERS, PLATFORMS_MAX, TEXT_MAX } from '../limits.ts';

const IdSchema = z
  .string()
  .check(z.regex(/^[a-z0-9-]{1,64}$/, 'must be 1 to 64 of a-z, 0-9 and -'));

/** Names stand in logs, alerts and mail, line by line. */
const text = (max: number) =>
  z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(max),
    z.refine((one) => !INVISIBLE_CHARACTERS.test(one), 'must not have invisible characters'),
  );

/** Where it is written what to do when a platform is down. Consoles link to it. */
export const RunbookSchema = z
  .url({ protocol: /^https?$/, error: 'must be an http: or https: address' })
  .check(z.maxLength(TEXT_MAX.address));

const common = {
  name: text(TEXT_MAX.platformName),
  /** Shown beside the name; the host of its address by default. */
  domain: z.optional(text(TEXT_MAX.platformDomain)),
  runbook: z.optional(RunbookSchema),
};

/** An address without a path. */
const OriginSchema = z
  .url({ protocol: /^https?$/, error: 'must be an http: or https: address' })
  .check(
    z.maxLength(TEXT_MAX.address),
    z.regex(/^[^:]+:\/\/[^\s/?#@\\]+\/?$/, 'must be scheme, host and port only, without a path'),
  );

/** How a platform is reached, by its kind. */
const PlatformPayloadSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('mesh'),
    ...common,
    /** The id that the node itself has. */
    id: IdSchema,
    address: OriginSchema,
    /** Thumbprints (RFC 7638) of the only keys that it may sign with; any that it publishes by default. */
    keys: z.optional(
      z
        .array(z.string().check(z.regex(/^[\w-]{43}$/, 'must be the thumbprint of a key')))
        .check(z.minLength(1), z.maxLength(4)),
    ),
  }),
]);
export type PlatformPayload = z.infer<typeof PlatformPayloadSchema>;

export const PLATFORM_PAYLOADS = {
  addPlatform: PlatformPayloadSchema,
  changePlatform: PlatformPayloadSchema,
  pausePlatform: z.strictObject({ paused: z.boolean() }),
  /** All ids, in their new order. */
  orderPlatforms: z.strictObject({ ids: z.array(IdSchema).check(z.maxLength(PLATFORMS_MAX)) }),
  /** keep: its history is stored as long as that of the others; erase: it is deleted now, with its incidents. */
  removePlatform: z.strictObject({ history: z.enum(['keep', 'erase']) }),
} as const;
