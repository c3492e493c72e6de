import * as z from 'zod/mini';

export const StatsSchema = z.looseObject({
  /** This node and the sisters that answered their last probe. */
  meshConnections: z.number(),
  zipBundlesProcessed: z.number(),
  route66Handshakes: z.number(),
});
export type Stats = z.infer<typeof StatsSchema>;
