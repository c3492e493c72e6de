import * as z from 'zod/mini';

export const ProofHealthSchema = z.looseObject({
  ok: z.boolean(),
  service: z.string(),
  challenges_active: z.number(),
  well_known_dir: z.string(),
  /** Epoch seconds. */
  timestamp: z.number(),
});
export type ProofHealth = z.infer<typeof ProofHealthSchema>;

export const ProofStartAnswerSchema = z.looseObject({ challenge_id: z.string() });

export const ProofStatusSchema = z.looseObject({
  verified: z.boolean(),
  callback_ok: z.boolean(),
  file_ok: z.boolean(),
  peer: z.string(),
  /** Epoch seconds. */
  deadline: z.number(),
  /** Seconds. */
  time_remaining: z.number(),
  // Extra fields: epoch milliseconds at which each factor was completed and the challenge ended; null: not yet.
  server_at: z.optional(z.nullable(z.number())),
  callback_at: z.optional(z.nullable(z.number())),
  file_at: z.optional(z.nullable(z.number())),
  ended_at: z.optional(z.nullable(z.number())),
});
export type ProofStatus = z.infer<typeof ProofStatusSchema>;

/** One challenge that this node has started, by its id. */
export const ProofRowSchema = z.looseObject({
  id: z.string(),
  /** Domain of who was challenged. */
  peer: z.string(),
  /** Epoch milliseconds. */
  startedAt: z.number(),
  /** Epoch milliseconds. */
  deadline: z.number(),
  /** Epoch milliseconds; null while it is open. */
  endedAt: z.nullable(z.number()),
  verified: z.boolean(),
  server_ok: z.boolean(),
  callback_ok: z.boolean(),
  file_ok: z.boolean(),
});
export type ProofRow = z.infer<typeof ProofRowSchema>;

/** Newest first. */
export const ProofListSchema = z.array(ProofRowSchema);
