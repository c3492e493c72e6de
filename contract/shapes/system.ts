import * as z from 'zod/mini';
import { SecondFactorsSchema } from './people.ts';

/** `low`: soon full. `full`: only the reserve is left, and uploads are refused. */
const DISK_LEVELS = ['ok', 'low', 'full'] as const;
export type DiskLevel = (typeof DISK_LEVELS)[number];

/** The disk of the server's data directory. */
export const DiskSchema = z.looseObject({
  level: z.enum(DISK_LEVELS),
  freeBytes: z.number(),
  totalBytes: z.number(),
  /** Bytes that uploads never use. */
  reserveBytes: z.number(),
  /** Larger bundles are refused. */
  bundleMaxBytes: z.optional(z.number()),
  /** The worst of each of the last 14 days, oldest first; live messages leave it out. */
  days: z.optional(
    z.array(
      z.looseObject({
        /** Epoch milliseconds. */
        at: z.number(),
        freeBytes: z.number(),
        databaseBytes: z.number(),
      }),
    ),
  ),
  /** ISO 8601, UTC. */
  at: z.string(),
});
export type Disk = z.infer<typeof DiskSchema>;

/** What a console reads of every error answer. `message` is a sentence for the person who waits. */
export const ErrorAnswerSchema = z.object({
  message: z.string(),
  /** 401 at a sign-in: the password was right, and one of these has to follow. */
  secondFactor: z.optional(SecondFactorsSchema),
  /** 403: the same call is answered once `confirmIdentity` has been. Which ways the account has. */
  confirm: z.optional(z.extend(SecondFactorsSchema, { password: z.boolean() })),
});

/** The whole of an error answer: problem details (RFC 9457). `detail` is the message again. */
export const ProblemSchema = /* @__PURE__ */ z.extend(ErrorAnswerSchema, {
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
});

export const StatsSchema = z.looseObject({
  /** This node and the platforms that answered their last probe. */
  meshConnections: z.number(),
  zipBundlesProcessed: z.number(),
  route66Handshakes: z.number(),
  /** This node and all configured platforms. */
  meshSize: z.optional(z.number()),
});
export type Stats = z.infer<typeof StatsSchema>;
