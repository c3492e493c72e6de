import * as z from 'zod/mini';

/** What a platform is, and so how it is probed. Bundles and proofs are for mesh nodes alone. */
export const PLATFORM_KINDS = ['mesh'] as const;
export type PlatformKind = (typeof PLATFORM_KINDS)[number];

/** A platform as an admin sets it up. */
const PlatformRowSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  domain: z.string(),
  /** One of `PLATFORM_KINDS`; a newer server may have more. */
  kind: z.string(),
  /** file: the mesh configuration names it, and it cannot be changed here; console: an admin added it. */
  source: z.string(),
  /** One of the built-in peers that the mesh simulator runs. */
  simulated: z.boolean(),
  /** It is not probed. */
  paused: z.boolean(),
  /** Where it is reached, for people. */
  target: z.string(),
  /** What it was set up with, as `PlatformPayload` without secrets. */
  settings: z.record(z.string(), z.unknown()),
});
export type PlatformRow = z.infer<typeof PlatformRowSchema>;

/** In the order of the mesh. Replaced by live messages. */
export const PlatformListSchema = z.array(PlatformRowSchema);
