import * as z from 'zod/mini';
import { PRIORITIES } from '../../../contract/limits.ts';
import { PLATFORMS_MAX } from '../../../contract/platform-limits.ts';
import { CONNECTION_STATUSES } from '../../../contract/shapes/mesh.ts';
import { TEXT_MAX } from '../../../contract/text-limits.ts';
import { DetachedSignatureSchema } from '../../../proofs/detached.ts';
import { HashSchema, LogHeadSchema, WitnessSchema } from '../../../proofs/report.ts';
import { SeenSchema, SignedTestimonySchema } from '../witness/testimony.ts';

/**
 * The calls between nodes (docs/route66.md). Each is a signed POST with a signed answer. Unknown fields are
 * ignored, so that newer nodes can send more.
 */

const VIEW_MAX = 1000;

/** One platform as seen by the sender. */
const ViewEntrySchema = z.object({
  platform: z.string().check(z.minLength(1), z.maxLength(64)),
  status: z.enum(CONNECTION_STATUSES),
  /** Epoch milliseconds of the last answer. */
  lastSeen: z.nullable(z.number()),
});
export type ViewEntry = z.infer<typeof ViewEntrySchema>;

const ViewSchema = z.array(ViewEntrySchema).check(z.maxLength(VIEW_MAX));

/** Random, at least 128 bits, base64url. It is also a file name. */
export const ChallengeIdSchema = z.string().check(z.regex(/^[\w-]{22,64}$/));
const NonceSchema = z.string().check(z.regex(/^[\w-]{22,64}$/));
const ORIGIN_MAX_CHARS = 255;
const TOKEN_MAX_CHARS = 2048;

/** The most bytes of a bundle in one call. */
export const CHUNK_MAX_BYTES = 512 * 1024;
const CHUNK_MAX_CHARS = Math.ceil(CHUNK_MAX_BYTES / 3) * 4;
const REASON_MAX_CHARS = 300;
const ReasonSchema = z.string().check(z.maxLength(REASON_MAX_CHARS));
const VERSION_MAX_CHARS = 64;
const IdSchema = z.string().check(z.minLength(1), z.maxLength(64));
const LeftSchema = z.object({ platform: IdSchema, why: ReasonSchema });
/** Testimonies of others in one answer, at most. */
export const PASSED_ON_MAX = 4;

/** What is not understood of testimony is left out, and the probe counts all the same. */
const optionally = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.catch(z.optional(schema), undefined);
const TESTIMONY = { testimony: optionally(SignedTestimonySchema) };

const Sha256Schema = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** The receiver's state of a transfer. */
const TransferStateSchema = z.object({
  /** wanted: send from `offset` on; unoffered: offer it first; the others follow the last byte. */
  state: z.enum(['unoffered', 'wanted', 'checking', 'taken', 'refused']),
  offset: z.int().check(z.nonnegative()),
  /** Why it is refused, written by the peer. */
  message: z.nullable(z.string().check(z.maxLength(REASON_MAX_CHARS))),
});

const LogHeadOfferSchema = z.object({
  value: LogHeadSchema,
  signature: DetachedSignatureSchema,
  /** That the log of this size has grown to the offered one: RFC 9162, section 2.1.4. */
  consistency: z.object({
    from: z.int().check(z.nonnegative()),
    path: z.array(HashSchema).check(z.maxLength(64)),
  }),
});
export type LogHeadOffer = z.infer<typeof LogHeadOfferSchema>;

const LogWitnessSchema = z.object({
  /** Size of the log that the callee has signed last, 0: none. */
  known: z.int().check(z.nonnegative()),
  value: z.optional(WitnessSchema),
  signature: z.optional(DetachedSignatureSchema),
});
export type LogWitness = z.infer<typeof LogWitnessSchema>;

export const MESH_CALLS = {
  /** Asks whether the peer is alive. */
  probe: {
    path: '/mesh/probe',
    payload: z.object({
      ...TESTIMONY,
      /** Ids of the nodes whose testimony the caller has not got. */
      wants: optionally(
        z.array(z.string().check(z.maxLength(64))).check(z.maxLength(PASSED_ON_MAX)),
      ),
    }),
    answer: z.object({
      uptimeSec: z.number(),
      /** Name of the build; not every node sends it. */
      version: z.optional(z.string().check(z.maxLength(VERSION_MAX_CHARS))),
      ...TESTIMONY,
      passedOn: optionally(z.array(SignedTestimonySchema).check(z.maxLength(PASSED_ON_MAX))),
    }),
  },
  /** Asks the peer to look at platforms of the caller now. Without any: whether it would. */
  look: {
    path: '/mesh/look',
    payload: z.object({
      /** Each is an `AskedPlatform`, or one of a newer node. */
      platforms: z.array(z.looseObject({ id: IdSchema })).check(z.maxLength(PLATFORMS_MAX)),
    }),
    answer: z.object({
      /** Why it looks at nothing for the caller, written by the peer: the end of a sentence about it. */
      refused: z.optional(ReasonSchema),
      /** What it does not look at, and why. */
      left: optionally(z.array(LeftSchema).check(z.maxLength(PLATFORMS_MAX))),
      seen: optionally(z.array(SeenSchema).check(z.maxLength(PLATFORMS_MAX))),
    }),
  },
  /** Says that this node is alive. `beat` counts from the start of the process. */
  heartbeat: {
    path: '/mesh/heartbeat',
    payload: z.object({ beat: z.int() }),
    answer: z.object({ taken: z.literal(true) }),
  },
  /** Exchanges views of the mesh. Once an hour the caller offers the head of its uptime log, for the callee to sign. */
  handshake: {
    path: '/mesh/handshake',
    payload: z.object({
      view: ViewSchema,
      logHead: z.catch(z.optional(LogHeadOfferSchema), undefined),
    }),
    answer: z.object({
      view: ViewSchema,
      logWitness: z.catch(z.optional(LogWitnessSchema), undefined),
    }),
  },
  /** Asks the peer to publish the signed nonce and to call back, before the deadline (epoch ms). */
  proof: {
    path: '/mesh/proof',
    payload: z.object({
      challenge: ChallengeIdSchema,
      nonce: NonceSchema,
      origin: z.string().check(z.maxLength(ORIGIN_MAX_CHARS)),
      deadline: z.number(),
    }),
    answer: z.object({ accepted: z.boolean() }),
  },
  /** Returns the signed nonce of a challenge. */
  callback: {
    path: '/mesh/proof/callback',
    payload: z.object({
      challenge: ChallengeIdSchema,
      token: z.string().check(z.maxLength(TOKEN_MAX_CHARS)),
    }),
    answer: z.object({ taken: z.boolean() }),
  },
  /** Offers a bundle, and asks how much of it the peer has. */
  offer: {
    path: '/mesh/bundle/offer',
    payload: z.object({
      sha256: Sha256Schema,
      size: z.int().check(z.positive()),
      name: z.string().check(z.minLength(1), z.maxLength(TEXT_MAX.bundleName)),
      priority: z.enum(PRIORITIES),
    }),
    answer: TransferStateSchema,
  },
  /** Bytes of an offered bundle from `offset` on, base64. */
  chunk: {
    path: '/mesh/bundle/chunk',
    payload: z.object({
      sha256: Sha256Schema,
      offset: z.int().check(z.nonnegative()),
      bytes: z.string().check(z.minLength(1), z.maxLength(CHUNK_MAX_CHARS)),
    }),
    answer: TransferStateSchema,
  },
} as const;

/** @returns the largest body of a call, in bytes */
export const bodyMaxOf = (name: MeshCallName): number =>
  name === 'chunk' ? CHUNK_MAX_CHARS + 1024 : 256 * 1024;

export type MeshCallName = keyof typeof MESH_CALLS;
export type Payload<Name extends MeshCallName> = z.infer<(typeof MESH_CALLS)[Name]['payload']>;
export type Answer<Name extends MeshCallName> = z.infer<(typeof MESH_CALLS)[Name]['answer']>;

/** The body of a 401, unsigned because the caller is not known. */
export const MeshErrorSchema = z.object({
  reason: z.string(),
  /** The callee's platform id and its clock, in epoch milliseconds. */
  id: z.optional(z.string().check(z.maxLength(64))),
  now: z.optional(z.number()),
});

/** @returns the parsed body, or undefined when it is not JSON */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
