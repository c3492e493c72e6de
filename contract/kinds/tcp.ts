import * as z from 'zod/mini';
import { PROBE } from '../platform-limits.ts';
import { lineOf } from '../sent/text.ts';
import { HostSchema } from './place.ts';

/** Text, in which a backslash writes what is none: `\r`, `\n`, `\t`, `\0`, `\\`, and any byte as `\x0a`. */
const BytesSchema = lineOf(PROBE.talkMax).check(
  z.regex(/^(?:[^\\]|\\[rnt0\\]|\\x[\da-f]{2})+$/i, 'has another backslash than \\r \\n \\x0a'),
);

export const TCP = {
  kind: z.literal('tcp'),
  host: HostSchema,
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
  /** From the start; without it none. any: a certificate that nobody vouches for is taken as well. */
  tls: z.optional(z.enum(['trusted', 'any'])),
  /** What it is sent first. */
  send: z.optional(BytesSchema),
  /** What it then says, or is the first to say. */
  expect: z.optional(BytesSchema),
};
