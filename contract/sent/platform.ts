import * as z from 'zod/mini';
import {
  IMPORT_MAX,
  INVISIBLE_CHARACTERS,
  PLATFORMS_MAX,
  PROBE,
  TAGS_MAX,
  TEXT_MAX,
  THRESHOLDS,
} from '../limits.ts';
import { DNS_RECORDS, PLATFORM_KINDS } from '../shapes/platform.ts';

const IdSchema = z
  .string()
  .check(z.regex(/^[a-z0-9-]{1,64}$/, 'must be 1 to 64 of a-z, 0-9 and -'));

/** Names stand in logs, alerts and mail, line by line. */
export const lineOf = (max: number) =>
  z.string().check(
    z.refine((one) => !INVISIBLE_CHARACTERS.test(one), 'must not have invisible characters'),
    z.trim(),
    z.minLength(1),
    z.maxLength(max),
  );

const HttpUrlSchema = z
  .url({ protocol: /^https?$/, error: 'must be an http: or https: address' })
  .check(z.maxLength(TEXT_MAX.address));

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
};

/** An address without a path. */
const OriginSchema = HttpUrlSchema.check(
  z.regex(/^[^:]+:\/\/[^\s/?#@\\]+\/?$/, 'must be scheme, host and port only, without a path'),
);

const HostSchema = z
  .string()
  .check(z.trim(), z.regex(/^[^\s\p{C}/@?#]{1,253}$/u, 'must be a host name or an address'));

const { ipv4: FOUR, ipv6: SIX } = z.core.regexes;

const STATUSES = /^\s*[1-5]\d\d(-[1-5]\d\d)?(\s*,\s*[1-5]\d\d(-[1-5]\d\d)?)*\s*$/;

const HeaderTextSchema = lineOf(TEXT_MAX.alertSecret).check(
  z.regex(/^[ -~\u00a0-\u00ff]*$/, 'has characters that no header may have'),
);

/** What a request brings that nobody may read. Left out of a change it stays as it is; null takes it away. */
const WebSecretsSchema = z.strictObject({
  auth: z.optional(
    z.nullable(
      z.union([
        z.strictObject({
          username: z.string().check(z.minLength(1), z.maxLength(TEXT_MAX.email)),
          password: z.string().check(z.maxLength(TEXT_MAX.password)),
        }),
        z.strictObject({ token: HeaderTextSchema }),
      ]),
    ),
  ),
  headers: z.optional(
    z.nullable(
      z
        .record(
          z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the name of a header')),
          HeaderTextSchema,
        )
        .check(z.refine((all) => Object.keys(all).length <= PROBE.headersMax, 'has too many')),
    ),
  ),
});
export type WebSecrets = z.infer<typeof WebSecretsSchema>;

const MESH = {
  address: OriginSchema,
  /** Thumbprints (RFC 7638) of the only keys that it may sign with; any that it publishes by default. */
  keys: z.optional(
    z
      .array(z.string().check(z.regex(/^[\w-]{43}$/, 'must be the thumbprint of a key')))
      .check(z.minLength(1), z.maxLength(4)),
  ),
};

/** How it is probed. Secrets are no part of it. */
const WEB = {
  url: HttpUrlSchema.check(
    z.regex(/^[^:]+:\/\/[^/?#@]+(?:[/?#]|$)/, 'must not hold a user name or a password'),
  ),
  method: z._default(z.enum(['GET', 'HEAD', 'POST']), 'GET'),
  /** Such as `200-299, 401`. */
  statuses: z._default(z.string().check(z.regex(STATUSES, 'must be like 200-299, 401')), '200-299'),
  /** A word or phrase that the answer has; null: any answer will do. */
  word: z._default(z.nullable(lineOf(TEXT_MAX.search)), null),
  /** A value of an answer in JSON, by the names on the way to it with dots between; null: not looked at. */
  json: z._default(
    z.nullable(z.strictObject({ path: lineOf(TEXT_MAX.search), value: lineOf(TEXT_MAX.search) })),
    null,
  ),
  /** How many redirects are followed; 0: one is the answer. */
  redirects: z._default(z.int().check(z.minimum(0), z.maximum(PROBE.redirectsMax)), 0),
  /** any: a certificate that nobody vouches for is taken as well. */
  tls: z._default(z.enum(['trusted', 'any']), 'trusted'),
};
export type WebCheck = z.infer<z.ZodMiniObject<typeof WEB>>;

const TCP = {
  host: HostSchema,
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
};

function isNameServer(text: string): boolean {
  const { six, four, port } =
    /^(?:\[(?<six>.+)\]|(?<four>[^:]+))(?::(?<port>\d{1,5}))?$/.exec(text)?.groups ?? {};
  const isAddress = four === undefined ? SIX.test(six ?? '') : FOUR.test(four);
  return isAddress && Number(port ?? 53) <= 65_535;
}

const DNS = {
  host: HostSchema,
  record: z._default(z.enum(DNS_RECORDS), 'A'),
  /** What one of the records has to be; null: any will do. */
  value: z._default(z.nullable(lineOf(TEXT_MAX.search)), null),
  /** The name server that is asked: an address, with a port or without; null: that of the machine. */
  server: z._default(
    z.nullable(
      z
        .string()
        .check(z.refine(isNameServer, 'must be an address, such as 9.9.9.9 or [2620:fe::fe]:53')),
    ),
    null,
  ),
};
export type DnsCheck = z.infer<z.ZodMiniObject<typeof DNS>>;

/** The platform calls an address that only it knows. */
const REPORT = {
  /** How often it calls. */
  everySec: z.int().check(z.minimum(PROBE.everySecMin), z.maximum(PROBE.everySecMax)),
  /** How much later it may be. */
  graceSec: z._default(z.int().check(z.minimum(0), z.maximum(PROBE.everySecMax)), 60),
};

/** How platforms are probed, of all kinds. */
export type Checks = z.infer<z.ZodMiniObject<typeof WEB & typeof TCP & typeof DNS & typeof REPORT>>;

/** How a platform is reached, by its kind. */
export const PlatformPayloadSchema = z.discriminatedUnion(
  'kind',
  [
    /** id: that the node itself has. */
    z.strictObject({ kind: z.literal('mesh'), ...common, id: IdSchema, ...MESH }),
    z.strictObject({
      kind: z.literal('web'),
      ...WEB,
      ...common,
      secrets: z.optional(WebSecretsSchema),
    }),
    z.strictObject({ kind: z.literal('tcp'), ...TCP, ...common }),
    z.strictObject({ kind: z.literal('dns'), ...DNS, ...common }),
    /** renew: it gets another address, and the former one is worth nothing. */
    z.strictObject({
      kind: z.literal('report'),
      ...REPORT,
      ...common,
      renew: z.optional(z.boolean()),
    }),
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
  z.strictObject({ kind: z.literal('web'), ...WEB, ...inFile }),
  z.strictObject({ kind: z.literal('tcp'), ...TCP, ...inFile }),
  z.strictObject({ kind: z.literal('dns'), ...DNS, ...inFile }),
  z.strictObject({
    kind: z.literal('report'),
    ...REPORT,
    ...inFile,
    /** Of the secret in the address that it calls. */
    secret: z.optional(z.string().check(z.regex(/^sha256:[0-9a-f]{64}$/, 'must be a hash'))),
  }),
]);
export type FilePlatform = z.infer<typeof FilePlatformSchema>;

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
        }),
      )
      .check(z.minLength(1), z.maxLength(IMPORT_MAX)),
  }),
  pausePlatform: z.strictObject({ paused: z.boolean() }),
  /** All ids, in their new order. */
  orderPlatforms: z.strictObject({ ids: z.array(IdSchema).check(z.maxLength(PLATFORMS_MAX)) }),
  /** keep: its history is stored as long as that of the others; erase: it is deleted now, with its incidents. */
  removePlatform: z.strictObject({ history: z.enum(['keep', 'erase']) }),
  /** `id` of the platform whose secrets are used where none are sent. */
  testPlatform: z.strictObject({ platform: PlatformPayloadSchema, id: z.optional(IdSchema) }),
} as const;
