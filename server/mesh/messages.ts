import * as z from 'zod/mini';
import { PRIORITIES, TEXT_MAX } from '../../contract/limits.ts';
import { CONNECTION_STATUSES } from '../../contract/shapes/mesh.ts';

/**
 * What nodes say to each other (docs/route66.md). Every call is a signed POST whose answer is signed as
 * well; fields that are not named here are passed over, so that newer nodes can say more.
 */

const VIEW_MAX = 1000;

/** One platform as the node that speaks sees it. */
export const ViewEntrySchema = z.object({
  platform: z.string().check(z.minLength(1), z.maxLength(64)),
  status: z.enum(CONNECTION_STATUSES),
  /** Epoch milliseconds of the last answer. */
  lastSeen: z.nullable(z.number()),
});
export type ViewEntry = z.infer<typeof ViewEntrySchema>;

const ViewSchema = z.array(ViewEntrySchema).check(z.maxLength(VIEW_MAX));

/** Random, at least 128 bits, base64url: also the name of a file. */
export const ChallengeIdSchema = z.string().check(z.regex(/^[\w-]{22,64}$/));
const NonceSchema = z.string().check(z.regex(/^[\w-]{22,64}$/));
const ORIGIN_MAX_CHARS = 255;
const TOKEN_MAX_CHARS = 2048;

/** Bytes of a bundle that one call carries at most. */
export const CHUNK_MAX_BYTES = 512 * 1024;
const CHUNK_MAX_CHARS = Math.ceil(CHUNK_MAX_BYTES / 3) * 4;
const REASON_MAX_CHARS = 300;

const Sha256Schema = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** How far a receiver has got with a bundle, and what it made of it. */
const ParcelStateSchema = z.object({
  /** wanted: from `offset` on; unoffered: say first what it is; the rest follows the last byte. */
  state: z.enum(['unoffered', 'wanted', 'checking', 'taken', 'refused']),
  offset: z.int().check(z.nonnegative()),
  /** Why it is refused: foreign text. */
  message: z.nullable(z.string().check(z.maxLength(REASON_MAX_CHARS))),
});

export const MESH_CALLS = {
  /** Are you there? */
  probe: {
    path: '/mesh/probe',
    payload: z.object({}),
    answer: z.object({ uptimeSec: z.number() }),
  },
  /** I am here: the nth heartbeat of this process. */
  heartbeat: {
    path: '/mesh/heartbeat',
    payload: z.object({ beat: z.int() }),
    answer: z.object({ taken: z.literal(true) }),
  },
  /** This is how I see the mesh; how do you? */
  handshake: {
    path: '/mesh/handshake',
    payload: z.object({ view: ViewSchema }),
    answer: z.object({ view: ViewSchema }),
  },
  /** Prove yourself: publish this nonce signed, and call me back with it, before the deadline (epoch ms). */
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
  /** Here is your nonce, signed. */
  callback: {
    path: '/mesh/proof/callback',
    payload: z.object({
      challenge: ChallengeIdSchema,
      token: z.string().check(z.maxLength(TOKEN_MAX_CHARS)),
    }),
    answer: z.object({ taken: z.boolean() }),
  },
  /** I have a bundle for you: how much of it is there, and what became of it? */
  offer: {
    path: '/mesh/bundle/offer',
    payload: z.object({
      sha256: Sha256Schema,
      size: z.int().check(z.positive()),
      name: z.string().check(z.minLength(1), z.maxLength(TEXT_MAX.bundleName)),
      priority: z.enum(PRIORITIES),
    }),
    answer: ParcelStateSchema,
  },
  /** Its bytes from `offset` on, base64. */
  chunk: {
    path: '/mesh/bundle/chunk',
    payload: z.object({
      sha256: Sha256Schema,
      offset: z.int().check(z.nonnegative()),
      bytes: z.string().check(z.minLength(1), z.maxLength(CHUNK_MAX_CHARS)),
    }),
    answer: ParcelStateSchema,
  },
} as const;

/** A call's body; a chunk needs more room than what is only said. */
export const bodyMaxOf = (name: MeshCallName): number =>
  name === 'chunk' ? CHUNK_MAX_CHARS + 1024 : 256 * 1024;

export type MeshCallName = keyof typeof MESH_CALLS;
export type Said<Name extends MeshCallName> = z.infer<(typeof MESH_CALLS)[Name]['payload']>;
export type Answered<Name extends MeshCallName> = z.infer<(typeof MESH_CALLS)[Name]['answer']>;

/** A refused call is answered 401 with this, unsigned: who asked is not known. */
export const MeshRefusalSchema = z.object({ reason: z.string() });
