import * as z from 'zod/mini';
import { PROBE } from '../limits.ts';

/** The platform calls an address that only it knows. */
export const REPORT = {
  kind: z.literal('report'),
  /** How often it calls. */
  everySec: z.int().check(z.minimum(PROBE.everySecMin), z.maximum(PROBE.everySecMax)),
  /** How much later it may be. */
  graceSec: z._default(z.int().check(z.minimum(0), z.maximum(PROBE.everySecMax)), 60),
};
