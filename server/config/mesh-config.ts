import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import {
  INVISIBLE_CHARACTERS,
  PLATFORMS_MAX,
  TEXT_MAX,
  type THRESHOLDS,
} from '../../contract/limits.ts';
import {
  type Check,
  checkOf,
  FILE_CHECK_SCHEMAS,
  optionsOf,
  PLATFORM_OPTIONS,
} from '../../contract/sent/platform.ts';
import type { PlatformKind } from '../../contract/shapes/platform.ts';
import { ConfigError, check, reasonOf } from './config-error.ts';
import { integer, OriginSchema } from './setting-types.ts';

const ThumbprintSchema = z
  .string()
  .check(z.regex(/^[\w-]{43}$/, 'must be the thumbprint of a key: 43 of A-Z, a-z, 0-9, - and _'));

/** Names stand in logs, alerts and mail, line by line. */
const text = (max: number) =>
  z.string().check(
    z.minLength(1),
    z.maxLength(max),
    z.refine((one) => !INVISIBLE_CHARACTERS.test(one), 'must not have invisible characters'),
  );

const NodeSchema = z.strictObject({
  kind: z.optional(z.literal('mesh')),
  id: z.string().check(z.regex(/^[a-z0-9-]{1,64}$/, 'must be 1 to 64 of a-z, 0-9 and -')),
  name: text(TEXT_MAX.platformName),
  domain: text(TEXT_MAX.platformDomain),
  /** Where the platform is reached. Without any address in the file the mesh simulator runs. */
  address: z.optional(OriginSchema),
  /** Thumbprints (RFC 7638) of the only keys that it may sign with; any that it publishes by default. */
  keys: z.optional(z.array(ThumbprintSchema).check(z.minLength(1), z.maxLength(4))),
  /** It is not probed at first. Later starts leave it as it is. */
  paused: z.optional(z.boolean()),
  ...PLATFORM_OPTIONS,
});
const PlatformSchema = z.discriminatedUnion('kind', [NodeSchema, ...FILE_CHECK_SCHEMAS]);

const MeshConfigSchema = z.strictObject({
  product: text(60),
  parentSite: z.url({ protocol: /^https?$/ }),
  node: z.pick(NodeSchema, { id: true, name: true, domain: true }),
  platforms: z.array(PlatformSchema).check(z.maxLength(PLATFORMS_MAX)),
  /** Refuses to start when a platform has an address but no `keys`. */
  requirePinnedKeys: z._default(z.boolean(), false),
  /** What this node claims to comply with; shown, never derived. */
  compliance: z._default(z.array(text(100)), []),
  probe: z.strictObject({
    intervalSec: integer(1, 3600),
    /** An answer later than this is a warning. */
    lateMs: integer(1, 60_000),
    /** An answer later than this is none. */
    timeoutMs: integer(10, 60_000),
  }),
  /** So many other nodes must say the same of a platform before it counts: one less of them may lie. */
  witnesses: z.optional(integer(1, 10)),
  heartbeat: z.strictObject({ enabled: z.boolean(), intervalSec: integer(1, 3600) }),
});

/** A peer of this node: of the configuration's file, or added by an admin. */
export interface Platform extends Omit<z.infer<typeof NodeSchema>, 'kind' | 'paused'> {
  /** A mesh node by default, as those of the file. */
  readonly kind?: PlatformKind | undefined;
  /** Nobody probes it for the time being. */
  readonly paused?: boolean | undefined;
  /** How it is probed, unless it is a mesh node. */
  readonly check?: Check;
  /** What it is probed with and nobody may know, sealed; of one that reports itself the hash of its secret. */
  readonly secret?: string;
}
export interface MeshConfig extends Omit<z.infer<typeof MeshConfigSchema>, 'platforms'> {
  readonly platforms: readonly Platform[];
}

export type Thresholds = Readonly<Record<keyof typeof THRESHOLDS, number>>;

/** @returns those of a platform, or of the mesh */
export const thresholdsOf = (
  { probe }: Pick<MeshConfig, 'probe'>,
  platform: Pick<Platform, 'thresholds'> = {},
): Thresholds => {
  const own = platform.thresholds ?? {};
  const { intervalSec = probe.intervalSec, lateMs = probe.lateMs } = own;
  const { timeoutMs = probe.timeoutMs, failures = 1 } = own;
  return { intervalSec, lateMs, timeoutMs, failures };
};

/** @returns a sentence's end if a round of probes would wait too long for this platform */
export function tooPatient(
  { probe }: Pick<MeshConfig, 'probe'>,
  platform: Pick<Platform, 'thresholds'>,
): string | undefined {
  const most = Math.max(probe.timeoutMs, probe.intervalSec * 1000);
  const { timeoutMs } = thresholdsOf({ probe }, platform);
  return timeoutMs > most
    ? `timeoutMs must be ${most} at most, because others wait for it`
    : undefined;
}

/** Bundles, proofs, heartbeats and handshakes are for these. */
export const isMeshNode = ({ kind = 'mesh' }: Pick<Platform, 'kind'>): boolean => kind === 'mesh';

/** Reads `mesh.config.json`. @throws ConfigError naming the field */
export function readMeshConfig(path: string): MeshConfig {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ConfigError(`MESH_CONFIG: ${path} cannot be read as JSON (${reasonOf(error)})`);
  }
  const mesh = check(MeshConfigSchema, parsed, `field of ${path}`);
  const ids = [mesh.node.id, ...mesh.platforms.map((platform) => platform.id)];
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new ConfigError(`field of ${path} platforms: "${twice}" twice`);
  const platforms = mesh.platforms.map(platformOf);
  const unpinned = platforms.find((one) => one.address !== undefined && one.keys === undefined);
  if (mesh.requirePinnedKeys && unpinned !== undefined)
    throw new ConfigError(
      `field of ${path} platforms: "${unpinned.id}" needs keys, because requirePinnedKeys is true`,
    );
  for (const one of platforms) {
    const problem = tooPatient(mesh, one);
    if (problem) throw new ConfigError(`field of ${path} platforms: "${one.id}" ${problem}`);
  }
  return { ...mesh, platforms };
}

type Entry = z.infer<typeof PlatformSchema>;

const isNode = (entry: Entry): entry is z.infer<typeof NodeSchema> => isMeshNode(entry);

function platformOf(entry: Entry): Platform {
  if (isNode(entry)) return entry;
  const { id, name, domain, kind, paused } = entry;
  return {
    id,
    name,
    domain,
    kind,
    check: checkOf(entry),
    paused,
    ...optionsOf(entry),
    ...(entry.kind === 'report' && entry.secret && { secret: entry.secret }),
  };
}
