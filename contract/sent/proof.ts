import * as z from 'zod/mini';
import { PROOF_DEADLINE_SEC } from '../limits.ts';

export const ProofStartPayloadSchema = z.strictObject({
  peer: z.string().check(z.minLength(1), z.maxLength(255)),
  deadline_sec: z.int().check(z.minimum(PROOF_DEADLINE_SEC.min), z.maximum(PROOF_DEADLINE_SEC.max)),
  commander_origin: z.string().check(z.maxLength(255)),
});
