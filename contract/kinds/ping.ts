import * as z from 'zod/mini';
import { HostSchema } from './place.ts';

export const PING = {
  kind: z.literal('ping'),
  host: HostSchema.check(z.regex(/^[^-]/, 'must not begin with a dash')),
};
