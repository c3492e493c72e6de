import * as z from 'zod/mini';
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
} as const;

export type MeshCallName = keyof typeof MESH_CALLS;
export type Said<Name extends MeshCallName> = z.infer<(typeof MESH_CALLS)[Name]['payload']>;
export type Answered<Name extends MeshCallName> = z.infer<(typeof MESH_CALLS)[Name]['answer']>;

/** A refused call is answered 401 with this, unsigned: who asked is not known. */
export const MeshRefusalSchema = z.object({ reason: z.string() });
