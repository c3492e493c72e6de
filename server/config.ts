import { readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import * as z from 'zod/mini';
import { complaintOf } from './http/complaint.ts';

/**
 * Everything that can be set from outside, read once at start. A wrong value ends the start with an
 * error that names the variable or the field; nothing else in the server reads the environment.
 */

const MIB = 1024 * 1024;

const integer = (min: number, max: number) =>
  z.coerce.number().check(z.int(), z.minimum(min), z.maximum(max));

const EnvironmentSchema = z.object({
  PORT: z._default(integer(0, 65_535), 8066),
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), 'data'),
  MESH_CONFIG: z._default(z.string().check(z.minLength(1)), 'mesh.config.json'),
  /** Names, beside localhost and literal addresses, under which the console may be opened. */
  ALLOWED_HOSTS: z._default(z.string(), ''),
  REGISTRATION: z._default(z.enum(['open', 'closed']), 'open'),
  UPLOAD_MAX_BYTES: z._default(integer(1024, 64 * 1024 * MIB), 512 * MIB),
  /** What one account may keep. */
  ACCOUNT_MAX_BUNDLES: z._default(integer(1, 1_000_000), 1000),
  ACCOUNT_MAX_BYTES: z._default(integer(1024, 1024 * 1024 * MIB), 64 * 1024 * MIB),
  /** What a bundle may hold, archives inside it included. */
  ZIP_MAX_ENTRIES: z._default(integer(1, 1_000_000), 10_000),
  ZIP_MAX_UNPACKED_BYTES: z._default(integer(1024, 1024 * 1024 * MIB), 4 * 1024 * MIB),
  /** How many times its packed bytes one entry may unpack to. */
  ZIP_MAX_RATIO: z._default(integer(2, 2000), 100),
  /** How many archives may lie inside one another. */
  ZIP_MAX_NESTING: z._default(integer(0, 16), 2),
  SESSION_DAYS: z._default(integer(1, 400), 30),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']), 'info'),
  TLS_CERT: z.optional(z.string()),
  TLS_KEY: z.optional(z.string()),
  /** How many proxies in front of this process set X-Forwarded-For and -Proto; 0 believes nobody. */
  TRUSTED_PROXIES: z._default(integer(0, 8), 0),
  /** Whom a push service may turn to about what this server sends it. */
  PUSH_CONTACT: z.optional(
    z.url({ protocol: /^(?:mailto|https)$/, error: 'must be a mailto: or https: address' }),
  ),
  /** Names, beside the browsers' own, of push services that devices may subscribe at. */
  PUSH_SERVICES: z._default(z.string(), ''),
});

const ThumbprintSchema = z
  .string()
  .check(z.regex(/^[\w-]{43}$/, 'must be the thumbprint of a key: 43 of A-Z, a-z, 0-9, - and _'));

const PlatformSchema = z.strictObject({
  id: z.string().check(z.regex(/^[a-z0-9-]{1,64}$/, 'must be 1 to 64 of a-z, 0-9 and -')),
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  domain: z.string().check(z.minLength(1), z.maxLength(253)),
  /** Where the platform is reached. Without any address in the whole file the practice mesh runs. */
  address: z.optional(z.url({ protocol: /^https?$/ })),
  /** Thumbprints (RFC 7638) of the only keys that it may sign with; any that it publishes by default. */
  keys: z.optional(z.array(ThumbprintSchema).check(z.minLength(1), z.maxLength(4))),
});

const MeshConfigSchema = z.strictObject({
  product: z.string().check(z.minLength(1), z.maxLength(60)),
  parentSite: z.url({ protocol: /^https?$/ }),
  node: z.omit(PlatformSchema, { address: true, keys: true }),
  platforms: z.array(PlatformSchema).check(z.maxLength(1000)),
  /** What this node claims to comply with; shown, never derived. */
  compliance: z._default(z.array(z.string().check(z.maxLength(100))), []),
  probe: z.strictObject({
    intervalSec: integer(1, 3600),
    /** An answer later than this is a warning. */
    lateMs: integer(1, 60_000),
    /** An answer later than this is none. */
    timeoutMs: integer(10, 60_000),
  }),
  heartbeat: z.strictObject({ enabled: z.boolean(), intervalSec: integer(1, 3600) }),
});

export type Platform = z.infer<typeof PlatformSchema>;
export type MeshConfig = z.infer<typeof MeshConfigSchema>;

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  readonly allowedHosts: readonly string[];
  readonly registration: 'open' | 'closed';
  readonly uploadMaxBytes: number;
  readonly quota: { readonly bundles: number; readonly bytes: number };
  readonly zip: {
    readonly entries: number;
    readonly totalBytes: number;
    readonly ratio: number;
    readonly nesting: number;
  };
  readonly sessionMs: number;
  readonly logLevel: string;
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null;
  readonly trustedProxies: number;
  readonly push: { readonly contact: string; readonly services: readonly string[] };
  readonly mesh: MeshConfig;
}

/** A setting that cannot be used; the message names it and says what would be right. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * @param environment usually `process.env`
 * @param directory what relative paths are relative to
 * @throws ConfigError naming the variable or the field of `mesh.config.json` that is wrong
 */
export function readConfig(environment: NodeJS.ProcessEnv, directory: string): Config {
  const env = check(EnvironmentSchema, withoutEmpty(environment), 'environment variable');
  const at = (path: string) => (isAbsolute(path) ? path : resolve(directory, path));
  const mesh = readMeshConfig(at(env.MESH_CONFIG));
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: at(env.DATA_DIR),
    allowedHosts: namesIn(env.ALLOWED_HOSTS),
    registration: env.REGISTRATION,
    uploadMaxBytes: env.UPLOAD_MAX_BYTES,
    quota: { bundles: env.ACCOUNT_MAX_BUNDLES, bytes: env.ACCOUNT_MAX_BYTES },
    zip: {
      entries: env.ZIP_MAX_ENTRIES,
      totalBytes: env.ZIP_MAX_UNPACKED_BYTES,
      ratio: env.ZIP_MAX_RATIO,
      nesting: env.ZIP_MAX_NESTING,
    },
    sessionMs: env.SESSION_DAYS * 24 * 60 * 60 * 1000,
    logLevel: env.LOG_LEVEL,
    tls: readTls(env.TLS_CERT, env.TLS_KEY, at),
    trustedProxies: env.TRUSTED_PROXIES,
    push: {
      contact: env.PUSH_CONTACT ?? `mailto:operator@${mesh.node.domain}`,
      services: namesIn(env.PUSH_SERVICES),
    },
    mesh,
  };
}

const namesIn = (list: string) =>
  list
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);

function readMeshConfig(path: string): MeshConfig {
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
  return mesh;
}

function readTls(cert: string | undefined, key: string | undefined, at: (path: string) => string) {
  if (cert === undefined && key === undefined) return null;
  if (cert === undefined) throw new ConfigError('TLS_KEY is set, but TLS_CERT is not');
  if (key === undefined) throw new ConfigError('TLS_CERT is set, but TLS_KEY is not');
  return { cert: readNamed('TLS_CERT', at(cert)), key: readNamed('TLS_KEY', at(key)) };
}

function readNamed(variable: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new ConfigError(`${variable}: ${path} cannot be read (${reasonOf(error)})`);
  }
}

function check<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  kind: string,
): z.output<Schema> {
  const result = z.safeParse(schema, value, { reportInput: true });
  if (result.success) return result.data;
  const wrong = result.error.issues.map((issue) => complaintOf([issue], 'the whole'));
  throw new ConfigError(`${kind} ${wrong.join(' ')}`);
}

/** `PORT=` in a shell means "not set". */
function withoutEmpty(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
