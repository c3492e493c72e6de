import * as z from 'zod/mini';
import { CONNECTION_STATUSES } from '../../../contract/shapes/mesh.ts';
import { DetachedSignatureSchema } from '../../../proofs/detached.ts';
import type { Rejection } from '../../outgoing/failure.ts';
import type { NoAnswer } from '../../outgoing/no-answer.ts';
import { signDetached, verifyDetached } from '../keys/detached.ts';
import type { Identity } from '../keys/identity.ts';
import { accepted, type FindKey, rejected, type Verdict } from '../wire/verdict.ts';
import { CLOCK_TOLERANCE_SEC } from '../wire/verify.ts';

/** Platforms in one testimony that is read, at most. */
const SEEN_MAX = 2048;
/** What is written of them as JSON: five testimonies go into one message. */
const SEEN_MAX_BYTES = 40 * 1024;
const TAG = 'route66-testimony';

const id = z.string().check(z.minLength(1), z.maxLength(64));

/** What a newer node adds is signed too. */
export const SeenSchema = z.looseObject({
  platform: id,
  status: z.enum(CONNECTION_STATUSES),
  /** Null unless it answered. */
  latencyMs: z.nullable(z.number().check(z.nonnegative())),
  /** Epoch milliseconds, by the clock of the node that says it: when the round that measured it began. */
  at: z.number(),
});
export type Seen = z.infer<typeof SeenSchema>;

const TestimonySchema = z.looseObject({
  /** Platform id of the node that says it. */
  from: id,
  /** Number of its round, from 0 at its start. */
  round: z.int().check(z.nonnegative()),
  /** Epoch milliseconds: when that round began. */
  at: z.number(),
  /** Of so many more it has measured there was no room. */
  noRoom: z.optional(z.int().check(z.nonnegative())),
  /** One entry for each platform. */
  seen: z.array(SeenSchema).check(
    z.maxLength(SEEN_MAX),
    z.refine((seen) => new Set(seen.map(({ platform }) => platform)).size === seen.length),
  ),
});
/** What one node has measured of every other in one round. */
export type Testimony = z.infer<typeof TestimonySchema>;

/** Whoever has the node's key can check it, wherever it comes from. */
export const SignedTestimonySchema = z.object({
  said: TestimonySchema,
  signed: DetachedSignatureSchema,
});
export type SignedTestimony = z.infer<typeof SignedTestimonySchema>;

/** @returns the first of them, as many as fit into a testimony, or into so many bytes of JSON */
export function fitting<One>(some: readonly One[], maxBytes = SEEN_MAX_BYTES): One[] {
  let bytes = 0;
  return some.filter((one) => {
    bytes += JSON.stringify(one).length + 1;
    return bytes <= maxBytes;
  });
}

export function signTestimony(
  identity: Identity,
  testimony: Pick<Testimony, 'round' | 'at' | 'seen' | 'noRoom'>,
): SignedTestimony {
  const said = { from: identity.id, ...testimony };
  return { said, signed: signDetached(identity, TAG, said, said.at) };
}

interface CheckOptions {
  readonly findKey: FindKey;
  readonly now: number;
  /** What is older says nothing any more. */
  readonly freshMs: number;
  /** When the newest testimony of this node was given; 0: there is none. */
  readonly lastAt: number;
}

/** @returns a testimony that is new, or why it does not count */
export async function checkTestimony(
  { said, signed }: SignedTestimony,
  { findKey, now, freshMs, lastAt }: CheckOptions,
  signal: AbortSignal,
): Promise<Verdict<Testimony, Rejection | NoAnswer>> {
  const { from, at } = said;
  if (at > now + CLOCK_TOLERANCE_SEC * 1000) return rejected('clock-ahead');
  if (at < now - freshMs) return rejected('clock-behind');
  if (at <= lastAt) return rejected('replayed');
  const verified = await verifyDetached(
    signed,
    { tag: TAG, issuer: from, value: said },
    findKey,
    signal,
  );
  return verified.ok ? accepted(said) : verified;
}
