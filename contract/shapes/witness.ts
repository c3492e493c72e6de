import * as z from 'zod/mini';

/**
 * What the mesh's own testimony says of a platform. up, down: enough nodes say so. cut-off-from-us: it is up, but the line to this
 * node is down. cut-off-from-some: it is up, but not for everyone. disputed: nodes say different things, too few of them the same.
 * not-known: nobody has measured it, or too few.
 */
export const PLATFORM_VERDICTS = [
  'up',
  'down',
  'cut-off-from-us',
  'cut-off-from-some',
  'disputed',
  'not-known',
] as const;
export type PlatformVerdict = (typeof PLATFORM_VERDICTS)[number];

/** Of the line between two nodes: up and down by what both say; disputed: one reaches the other, but not the other way round. */
export type LineVerdict = 'up' | 'down' | 'disputed' | 'not-known';

/** What one node says of another. */
const StatementSchema = z.looseObject({
  /** Id of who says it, and of the platform that it is about. */
  from: z.string(),
  about: z.string(),
  /** As of a connection. */
  status: z.string(),
  latencyMs: z.nullable(z.number()),
  /** Epoch milliseconds of the round that measured it. */
  at: z.number(),
  /** It is against the verdict, and nobody supports it. */
  disputed: z.optional(z.boolean()),
});
export type Statement = z.infer<typeof StatementSchema>;

const judged = {
  id: z.string(),
  name: z.string(),
  /** A `PlatformVerdict`, and the reason as a sentence. */
  verdict: z.string(),
  text: z.string(),
};
const WitnessNodeSchema = z.looseObject({
  ...judged,
  /** A `LineVerdict` of the line to this node; null of this node itself. */
  line: z.nullable(z.string()),
  /** For so many platforms its testimony had no room. */
  noRoom: z.optional(z.number()),
});

/** What admins have agreed to, for each other mesh node. Replaced by live messages. */
export const WitnessingListSchema = z.array(
  z.looseObject({
    id: z.string(),
    name: z.string(),
    /** As it was sent: `changeWitnessing`. */
    asks: z.boolean(),
    looks: z.nullable(
      z.looseObject({ max: z.number(), kinds: z.array(z.string()), inner: z.boolean() }),
    ),
  }),
);
export type WitnessingRow = z.infer<typeof WitnessingListSchema>[number];

/** Who sees whom. */
export const WitnessesSchema = z.looseObject({
  /** Epoch milliseconds of this node's last round. */
  at: z.number(),
  /** Nodes beside this one that have to say the same. */
  needed: z.number(),
  /** Sentence; null: this node is not cut off from the mesh. */
  cutOff: z.nullable(z.string()),
  /** This node first, then the mesh nodes in their order. */
  nodes: z.array(WitnessNodeSchema),
  /** Platforms of other kinds that peers look at for this node. An earlier server has none. */
  platforms: z.optional(z.array(z.looseObject(judged))),
  /** What each peer does that this node asks: a sentence, without its full stop. */
  agreements: z.optional(z.array(z.looseObject({ id: z.string(), text: z.string() }))),
  /** No older than a few rounds. Without any of other nodes there are no witnesses. */
  statements: z.array(StatementSchema),
});
export type Witnesses = z.infer<typeof WitnessesSchema>;

/** What nodes said of a platform when its incident was judged. */
export const TestimonySchema = z.looseObject({
  /** Epoch milliseconds. */
  at: z.number(),
  text: z.string(),
  /** `name` is that of who says it. */
  statements: z.array(z.looseObject({ ...StatementSchema.shape, name: z.string() })),
});
export type IncidentTestimony = z.infer<typeof TestimonySchema>;
