import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { dependsOnProblem } from '../../contract/depends-on.ts';
import { PLATFORMS_MAX, type THRESHOLDS } from '../../contract/platform-limits.ts';
import {
  type Checks,
  type FilePlatform,
  FilePlatformSchema,
} from '../../contract/sent/platform.ts';
import { lineOf } from '../../contract/sent/text.ts';
import type { PlatformKind } from '../../contract/shapes/platform.ts';
import { ConfigError, check, reasonOf } from './config-error.ts';
import { integer } from './setting-types.ts';

const MeshConfigSchema = z.strictObject({
  product: lineOf(60),
  parentSite: z.url({ protocol: /^https?$/ }),
  node: z.pick(FilePlatformSchema.def.options[0], { id: true, name: true, domain: true }),
  platforms: z.array(FilePlatformSchema).check(z.maxLength(PLATFORMS_MAX)),
  /** Refuses to start when a platform has an address but no `keys`. */
  requirePinnedKeys: z._default(z.boolean(), false),
  /** What this node claims to comply with; shown, never derived. */
  compliance: z._default(z.array(lineOf(100)), []),
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
export interface Platform
  extends Omit<Extract<FilePlatform, { kind?: 'mesh' | undefined }>, 'kind'>,
    Partial<Checks> {
  /** A mesh node by default, as those of the file. */
  readonly kind?: PlatformKind | undefined;
  /** What it is probed with and nobody may know, sealed; of one that reports itself the hash of its secret. */
  readonly secret?: string | undefined;
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
  const platforms: readonly Platform[] = mesh.platforms;
  for (const one of platforms) {
    const problem = dependsOnProblem(one, platforms);
    if (problem !== undefined)
      throw new ConfigError(`field of ${path} platforms: "${one.id}" ${problem}`);
  }
  const unpinned = platforms.find((one) => one.address !== undefined && one.keys === undefined);
  if (mesh.requirePinnedKeys && unpinned !== undefined)
    throw new ConfigError(
      `field of ${path} platforms: "${unpinned.id}" needs keys, because requirePinnedKeys is true`,
    );
  return { ...mesh, platforms };
}
