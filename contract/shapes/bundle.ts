import * as z from 'zod/mini';

/** The statuses with a look of their own; others are displayed neutrally. */
export const BUNDLE_STATUSES = ['validating', 'validated', 'failed', 'deployed'] as const;
export type BundleStatus = (typeof BUNDLE_STATUSES)[number];

/** How far a deployment to all targets has got. */
const DeploymentSchema = z.looseObject({
  /** `idle`, `in-progress`, `deployed` (all have it) or `incomplete` (some failed). */
  state: z.string(),
  /** Targets that have the bundle. */
  done: z.number(),
  failed: z.number(),
  total: z.number(),
  /** Targets that it was sent to, or is: those that were chosen. */
  chosen: z.optional(z.number()),
  /** Targets that do not answer and are tried again, and until when at the latest; ISO 8601, UTC. */
  retrying: z.optional(z.number()),
  retryUntil: z.optional(z.nullable(z.string())),
});
export type Deployment = z.infer<typeof DeploymentSchema>;

const BundleSchema = z.looseObject({
  id: z.union([z.string(), z.number()]),
  name: z.string(),
  /** Bytes. */
  size: z.number(),
  status: z.string(),
  /** Names of platforms; whatever is no list of names becomes null and reads 'All Platforms'. */
  targetPlatforms: z.catch(z.nullable(z.array(z.string())), null),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** Null or missing: the bundle has no targets, or the server does not say. */
  deployment: z.optional(z.catch(z.nullable(DeploymentSchema), null)),
  /** The first reason why its checks failed. */
  reason: z.optional(z.catch(z.nullable(z.string()), null)),
});
export type Bundle = z.infer<typeof BundleSchema>;

/** Newest first. */
export const BundleListSchema = z.array(BundleSchema);

/** One reason why an archive was refused: the rule it broke and the entry that broke it. */
const BundleProblemSchema = z.looseObject({
  rule: z.string(),
  entry: z.nullable(z.string()),
  message: z.string(),
});
export type BundleProblem = z.infer<typeof BundleProblemSchema>;

const BundleFileSchema = z.looseObject({
  name: z.string(),
  size: z.number(),
  compressedSize: z.number(),
  crc32: z.string(),
});
export type BundleFile = z.infer<typeof BundleFileSchema>;

/**
 * How far one target has got: `waiting` (not sent), `queued`, `sending`, `checking`, `retrying` (it does not
 * answer and is tried again), `taken` or `failed`.
 */
const BundleTargetSchema = z.looseObject({
  platform: z.string(),
  status: z.string(),
  sentBytes: z.number(),
  /** Why it failed or is tried again. */
  message: z.nullable(z.string()),
  /** When the status changed; ISO 8601, UTC. */
  changedAt: z.optional(z.nullable(z.string())),
  /** Until when one that does not answer is tried again; ISO 8601, UTC. */
  retryUntil: z.optional(z.nullable(z.string())),
});
export type BundleTarget = z.infer<typeof BundleTargetSchema>;

export const BundleDetailsSchema = z.looseObject({
  ...BundleSchema.shape,
  /** Hexadecimal, lower case. */
  sha256: z.string(),
  priority: z.string(),
  uploadedBy: z.string(),
  problems: z.array(BundleProblemSchema),
  files: z.array(BundleFileSchema),
  fileCount: z.number(),
  targets: z.array(BundleTargetSchema),
  /** Statuses of the bundle, and `deploying` and `incomplete` for its deployments. */
  history: z.array(
    z.looseObject({
      status: z.string(),
      at: z.string(),
      note: z.optional(z.nullable(z.string())),
    }),
  ),
});
export type BundleDetails = z.infer<typeof BundleDetailsSchema>;

/** The specification shows no answer of an upload; this server answers the new bundle. */
export const UploadAnswerSchema = z.looseObject({ bundle: z.optional(BundleSchema) });
export type UploadAnswer = z.infer<typeof UploadAnswerSchema>;
