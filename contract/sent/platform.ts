import * as z from 'zod/mini';
import { DNS } from '../kinds/dns.ts';
import { MESH } from '../kinds/mesh.ts';
import { PING } from '../kinds/ping.ts';
import { HttpUrlSchema } from '../kinds/place.ts';
import { REPORT, REPORT_RULES } from '../kinds/report.ts';
import { TCP } from '../kinds/tcp.ts';
import { WEB, type WebCheck, WebSecretsSchema } from '../kinds/web.ts';
import {
  DEPENDS_ON_MAX,
  IMPORT_MAX,
  PLATFORMS_MAX,
  TAGS_MAX,
  THRESHOLDS,
} from '../platform-limits.ts';
import { PLATFORM_KINDS, WITNESSED_KINDS } from '../shapes/platform.ts';
import { TEXT_MAX } from '../text-limits.ts';
import { lineOf } from './text.ts';

const IdSchema = z
  .string()
  .check(z.regex(/^[a-z0-9-]{1,64}$/, 'must be 1 to 64 of a-z, 0-9 and -'));

const within = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z.optional(z.int().check(z.minimum(min), z.maximum(max)));

/** What was left out is the mesh's own. */
const ThresholdsSchema = z.strictObject({
  /** How often it is probed. */
  intervalSec: within(THRESHOLDS.intervalSec),
  /** An answer later than this is late. */
  lateMs: within(THRESHOLDS.lateMs),
  /** An answer later than this is none. */
  timeoutMs: within(THRESHOLDS.timeoutMs),
  /** It is down when so many rounds in a row found no answer. */
  failures: within(THRESHOLDS.failures),
});

/** The same in a request and in the mesh configuration. */
const common = {
  name: lineOf(TEXT_MAX.platformName),
  /** Shown beside the name; by default where it is reached. */
  domain: z.optional(lineOf(TEXT_MAX.platformDomain)),
  /** Where it is written what to do when the platform is down. Consoles link to it. */
  runbook: z.optional(HttpUrlSchema),
  group: z.optional(lineOf(TEXT_MAX.group)),
  tags: z.optional(
    z.array(lineOf(TEXT_MAX.tag)).check(
      z.maxLength(TAGS_MAX),
      z.refine((tags) => new Set(tags).size === tags.length, 'must not name a tag twice'),
    ),
  ),
  thresholds: z.optional(ThresholdsSchema),
  /** Ids of platforms without which it cannot be up, in no circle: while one of them is down, its own trouble is because of that. */
  dependsOn: z.optional(
    z.array(IdSchema).check(
      z.maxLength(DEPENDS_ON_MAX),
      z.refine((ids) => new Set(ids).size === ids.length, 'must not name a platform twice'),
    ),
  ),
  /** Whether peers look at it as well, by default if nothing is secret. plain: without what is: see `witnessedCheckOf`. */
  witnessed: z.optional(z.enum(['never', 'plain'])),
};

type Fields = typeof WEB & Omit<typeof TCP, 'tls'> & typeof DNS & typeof REPORT;
/** How platforms are probed, of all kinds. */
export type Checks = Omit<z.infer<z.ZodMiniObject<Fields>>, 'kind' | 'tls'> & {
  tls: WebCheck['tls'] | undefined;
};

/** How a platform is reached, by its kind. */
export const PlatformPayloadSchema = z.discriminatedUnion(
  'kind',
  [
    /** id: that the node itself has. */
    z.strictObject({ kind: z.literal('mesh'), ...common, id: IdSchema, ...MESH }),
    z.strictObject({ ...WEB, ...common, secrets: z.optional(WebSecretsSchema) }),
    z.strictObject({ ...TCP, ...common }),
    z.strictObject({ ...DNS, ...common }),
    z.strictObject({ ...PING, ...common }),
    /** renew: it gets another address, and the former one is worth nothing. */
    z.strictObject({ ...REPORT, ...common, renew: z.optional(z.boolean()) }).check(...REPORT_RULES),
  ],
  `must be one of ${PLATFORM_KINDS.join(', ')}`,
);
export type PlatformPayload = z.infer<typeof PlatformPayloadSchema>;

const inFile = {
  ...common,
  id: IdSchema,
  domain: lineOf(TEXT_MAX.platformDomain),
  /** It is not probed at first. Later starts leave it as it is. */
  paused: z.optional(z.boolean()),
};

/** Of the configuration's file, and so without what nobody may read. */
export const FilePlatformSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.optional(z.literal('mesh')),
    ...inFile,
    ...MESH,
    /** Without any address in the file the mesh simulator runs. */
    address: z.optional(MESH.address),
  }),
  z.strictObject({ ...WEB, ...inFile }),
  z.strictObject({ ...TCP, ...inFile }),
  z.strictObject({ ...DNS, ...inFile }),
  z.strictObject({ ...PING, ...inFile }),
  /** secret: of that in the address that it calls. */
  z
    .strictObject({
      ...REPORT,
      ...inFile,
      secret: z.optional(z.string().check(z.regex(/^sha256:[0-9a-f]{64}$/, 'must be a hash'))),
    })
    .check(...REPORT_RULES),
]);
export type FilePlatform = z.infer<typeof FilePlatformSchema>;

/** What is agreed to for one peer; nothing by default. */
export const WitnessingSchema = z.strictObject({
  /** It receives how platforms of this node are probed, and is asked to look at them. */
  asks: z.boolean(),
  /** What this node looks at for it; null: nothing. inner: loopback and private addresses as well. */
  looks: z.nullable(
    z.strictObject({
      max: z.int().check(z.minimum(1), z.maximum(PLATFORMS_MAX)),
      kinds: z.array(z.enum(WITNESSED_KINDS)).check(z.minLength(1)),
      inner: z.boolean(),
    }),
  ),
});
export type Witnessing = z.infer<typeof WitnessingSchema>;

export const PLATFORM_PAYLOADS = {
  addPlatform: PlatformPayloadSchema,
  changePlatform: PlatformPayloadSchema,
  /** Each is checked as one that is added, and left out with the reason. dry: nothing is added. */
  importPlatforms: z.strictObject({
    dry: z.boolean(),
    platforms: z
      .array(
        z.strictObject({
          platform: z.record(z.string(), z.unknown()),
          paused: z.optional(z.boolean()),
          /** By which others of them depend on it; most get an id of their own. */
          id: z.optional(IdSchema),
        }),
      )
      .check(z.minLength(1), z.maxLength(IMPORT_MAX)),
  }),
  pausePlatform: z.strictObject({ paused: z.boolean() }),
  /** All ids, in their new order. */
  orderPlatforms: z.strictObject({ ids: z.array(IdSchema).check(z.maxLength(PLATFORMS_MAX)) }),
  /** keep: its history is stored as long as that of the others; erase: it is deleted now, with its incidents. */
  removePlatform: z.strictObject({ history: z.enum(['keep', 'erase']) }),
  /** What this node and a peer do for each other. */
  changeWitnessing: z.extend(WitnessingSchema, { peer: IdSchema }),
  /** `id` of the platform whose secrets are used where none are sent. */
  testPlatform: z.strictObject({ platform: PlatformPayloadSchema, id: z.optional(IdSchema) }),
} as const;
