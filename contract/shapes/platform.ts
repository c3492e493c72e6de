import * as z from 'zod/mini';

/** What a platform is, and so how it is probed. Bundles and proofs are for mesh nodes alone. */
export const PLATFORM_KINDS = ['mesh', 'web', 'tcp', 'dns', 'ping', 'report'] as const;
export type PlatformKind = (typeof PLATFORM_KINDS)[number];

/** Those that peers may be asked to look at: they have an address that others reach as well, and sign nothing themselves. */
export const WITNESSED_KINDS = ['web', 'tcp', 'dns', 'ping'] as const;
export type WitnessedKind = (typeof WITNESSED_KINDS)[number];

export const DNS_RECORDS = ['A', 'AAAA', 'CAA', 'CNAME', 'MX', 'NS', 'PTR', 'SRV', 'TXT'] as const;

/** A platform as an admin sets it up. */
const PlatformRowSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  domain: z.string(),
  /** One of `PLATFORM_KINDS`; a newer server may have more. */
  kind: z.string(),
  /** file: the mesh configuration names it, and it cannot be changed here; console: an admin added it. */
  source: z.string(),
  /** One of the built-in peers that the mesh simulator runs. */
  simulated: z.boolean(),
  /** It is not probed. */
  paused: z.boolean(),
  /** Where it is reached, for people. */
  target: z.string(),
  /** What it was set up with, as `PlatformPayload` without secrets. */
  settings: z.looseObject({}),
  /** What it is probed with that nobody may read, by name: auth, and header: with its name. */
  secrets: z.array(z.string()),
});
export type PlatformRow = z.infer<typeof PlatformRowSchema>;

/** In the order of the mesh. Replaced by live messages. */
export const PlatformListSchema = z.array(PlatformRowSchema);

/** The configuration's file. */
export const MeshFileSchema = z.looseObject({
  platforms: z.array(z.looseObject({ id: z.string(), name: z.string() })),
});

export const PlatformAnswerSchema = z.looseObject({
  message: z.string(),
  id: z.string(),
  /** Path that a platform which reports itself calls from now on: it is said once. */
  report: z.nullable(z.string()),
});

export const ImportAnswerSchema = z.looseObject({
  message: z.string(),
  /** One for each that was sent, in that order. */
  rows: z.array(
    z.looseObject({
      /** Null: it is left out. */
      id: z.nullable(z.string()),
      /** Why it is left out. */
      reason: z.nullable(z.string()),
      /** As of `PlatformAnswerSchema`; null of a dry run. */
      report: z.nullable(z.string()),
    }),
  ),
});
export type ImportAnswer = z.infer<typeof ImportAnswerSchema>;

/** What a call spends its time on, in this order. */
export const PHASES = ['name', 'connect', 'tls', 'firstByte', 'end'] as const;

const TestStepSchema = z.looseObject({ ok: z.boolean(), text: z.string() });
export type TestStep = z.infer<typeof TestStepSchema>;

/** What one probe found, step by step. In lines each step is one, as soon as it is done. */
export const PlatformTestAnswerSchema = z.looseObject({
  ok: z.boolean(),
  /** In the order in which they were done. */
  steps: z.array(TestStepSchema),
  /** What to try; null when all is well. */
  advice: z.nullable(z.string()),
  /** Thumbprint of the key that a mesh node signed with; null for others. */
  key: z.nullable(z.string()),
  /** Milliseconds of each phase that its call had. An earlier server says none. */
  phasesMs: z.optional(z.partialRecord(z.enum(PHASES), z.number())),
  /** Of a mesh node: the id and the key of this one, by which that one's operator adds it. */
  own: z.optional(z.looseObject({ id: z.string(), key: z.string() })),
});
export type PlatformTestAnswer = z.infer<typeof PlatformTestAnswerSchema>;
