import * as z from 'zod/mini';

/**
 * running: it began and has not ended; lost: it has not, and another of its name began, or too many others did; success and fail:
 * it ended.
 */
export const RUN_STATES = ['running', 'success', 'fail', 'lost'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** What is known of one run of a job, by what it said. Times are those of arrival, epoch milliseconds. */
const RunSchema = z.looseObject({
  id: z.number(),
  /** How it named itself; null: it did not. */
  rid: z.nullable(z.string()),
  /** One of `RUN_STATES`; a newer server may have more. */
  state: z.string(),
  /** Null: it did not say so. */
  startedAt: z.nullable(z.number()),
  /** Null: it has not ended. */
  endedAt: z.nullable(z.number()),
  /** Null: it did not say. */
  exitStatus: z.nullable(z.number()),
  message: z.string(),
  hasLog: z.boolean(),
});
export type Run = z.infer<typeof RunSchema>;

export const RunsSchema = z.looseObject({
  /** When its next success is due, without the grace; null: it has reported nothing yet. */
  dueAt: z.nullable(z.number()),
  /** How long it may take, and be late. */
  graceSec: z.number(),
  /** The last ones, newest first. */
  runs: z.array(RunSchema),
});
export type Runs = z.infer<typeof RunsSchema>;

/** The end of what was sent with a run. */
export const RunLogSchema = z.looseObject({ id: z.number(), log: z.string() });
