import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import * as z from 'zod/mini';
import { ROLES, type Role } from '../contract/roles.ts';
import {
  OPENID_ENVIRONMENT,
  type OpenIdConfig,
  readOpenIdConfig,
} from './accounts/openid/openid-config.ts';
import { type PrivateTargets, parsePrivateTargets } from './alerts/channels/target-guard.ts';
import { type BundleStoreConfig, readBundleStore } from './bundles/bundle-store-config.ts';
import { readAuthorities, readCertificate, type ServerCertificate } from './certificate.ts';
import { formatIssue } from './http/zod-message.ts';

/**
 * Everything that can be set from outside, read once at start. A wrong value ends the start with an
 * error that names the variable or the field; nothing else in the server reads the environment.
 */

const MIB = 1024 * 1024;

const integer = (min: number, max: number) =>
  z.coerce.number().check(z.int(), z.minimum(min), z.maximum(max));

const SecretKeySchema = z
  .string()
  .check(z.regex(/^[\w-]{43}$/, 'must be 32 bytes as base64url: 43 of A-Z, a-z, 0-9, - and _'));

const EnvironmentSchema = z.object({
  PORT: z._default(integer(0, 65_535), 8066),
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), 'data'),
  /** A PostgreSQL database, for as many instances as name it; by default SQLite in the data directory, for one. */
  DATABASE_URL: z.optional(
    z.url({ protocol: /^postgres(?:ql)?$/, error: 'must be a postgres: address' }),
  ),
  /** Path of a file with the password, so that the address needs none. */
  DATABASE_PASSWORD_FILE: z.optional(z.string()),
  /** Connections of this instance to PostgreSQL at most, beside one that listens. */
  DATABASE_POOL: z._default(integer(2, 100), 10),
  /** Encrypts the secrets in the database: 32 bytes, base64url; by default a file of the data directory. */
  SECRET_KEY: z.optional(SecretKeySchema),
  /** Path of a file that holds it. */
  SECRET_KEY_FILE: z.optional(z.string()),
  /** Where the files of bundles are: file:<directory> or s3://<bucket>/<prefix>?endpoint=<address>&region=<name>. */
  BUNDLE_STORE: z.optional(z.string()),
  /** Of the bundle store; without them the usual places of the AWS SDK are searched. */
  AWS_ACCESS_KEY_ID: z.optional(z.string()),
  AWS_SECRET_ACCESS_KEY: z.optional(z.string()),
  /** How this instance is called in metrics and logs; the machine's name and the process by default. */
  INSTANCE_NAME: z.optional(
    z.string().check(z.regex(/^[\w.-]{1,64}$/, 'must be 1 to 64 of letters, digits, . _ and -')),
  ),
  /** How long a stopping instance says that it is not ready before it closes: a load balancer then sends it nobody. */
  DRAIN_SECONDS: z._default(integer(0, 60), 0),
  /** Live sockets of this instance at most; by default as many as it can carry, by what it measures. */
  LIVE_SOCKETS_MAX: z.optional(integer(1, 1_000_000)),
  MESH_CONFIG: z._default(z.string().check(z.minLength(1)), 'mesh.config.json'),
  /** Names, beside localhost and literal addresses, under which the console may be opened. */
  ALLOWED_HOSTS: z._default(z.string(), ''),
  REGISTRATION: z._default(z.enum(['open', 'invite', 'closed']), 'open'),
  /** Role of who signs up without an invitation; by default operator, or viewer if other machines reach this. */
  SIGNUP_ROLE: z.optional(z.enum(ROLES)),
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
  /** How long a deployment waits for a platform that does not answer. */
  DEPLOY_RETRY_SECONDS: z._default(integer(0, 24 * 60 * 60), 600),
  /** How long a platform may take to answer one call of a deployment. */
  DEPLOY_ANSWER_SECONDS: z._default(integer(1, 60), 5),
  /** Bytes of the data directory's disk that uploads never use; 5 % of it by default. */
  DISK_RESERVE_BYTES: z.optional(integer(0, 1024 * 1024 * MIB)),
  /** At this start, sets bundle files aside that a new database does not know. */
  MOVE_ORPHANS: z._default(z.enum(['0', '1']), '0'),
  SESSION_DAYS: z._default(integer(1, 400), 30),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']), 'info'),
  TLS_CERT: z.optional(z.string()),
  TLS_KEY: z.optional(z.string()),
  /** Path of the certificates (PEM) of private authorities that sign the peers' certificates. */
  MESH_CA: z.optional(z.string()),
  /** How many proxies in front of this process set X-Forwarded-For and -Proto; 0 trusts none. */
  TRUSTED_PROXIES: z._default(integer(0, 8), 0),
  /** Whom a push service may turn to about what this server sends it. */
  PUSH_CONTACT: z.optional(
    z.url({ protocol: /^(?:mailto|https)$/, error: 'must be a mailto: or https: address' }),
  ),
  /** Names, beside the browsers' own, of push services that devices may subscribe at. */
  PUSH_SERVICES: z._default(z.string(), ''),
  /** Host names, addresses and ranges, not public, that alerts may be sent to by e-mail or webhook. */
  ALERT_PRIVATE_TARGETS: z._default(z.string(), ''),
  /** Where people open the console: links in e-mails and webhooks lead there, passkeys belong to it. */
  PUBLIC_URL: z.optional(
    z
      .url({ protocol: /^https?$/, error: 'must be an http: or https: address' })
      .check(z.refine(isOrigin, 'must be scheme, host and port only, without a path')),
  ),
  ...OPENID_ENVIRONMENT,
});

/** Names of all variables. */
export const ENVIRONMENT_NAMES: readonly string[] = Object.keys(EnvironmentSchema.shape);

const ThumbprintSchema = z
  .string()
  .check(z.regex(/^[\w-]{43}$/, 'must be the thumbprint of a key: 43 of A-Z, a-z, 0-9, - and _'));

function isOrigin(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, href } = new URL(address);
  return href === `${origin}/`;
}

const PlatformSchema = z.strictObject({
  id: z.string().check(z.regex(/^[a-z0-9-]{1,64}$/, 'must be 1 to 64 of a-z, 0-9 and -')),
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  domain: z.string().check(z.minLength(1), z.maxLength(253)),
  /** Where the platform is reached. Without any address in the file the mesh simulator runs. */
  address: z.optional(
    z
      .url({ protocol: /^https?$/, error: 'must be an http: or https: address' })
      .check(z.refine(isOrigin, 'must be scheme, host and port only, without a path')),
  ),
  /** Thumbprints (RFC 7638) of the only keys that it may sign with; any that it publishes by default. */
  keys: z.optional(z.array(ThumbprintSchema).check(z.minLength(1), z.maxLength(4))),
});

const MeshConfigSchema = z.strictObject({
  product: z.string().check(z.minLength(1), z.maxLength(60)),
  parentSite: z.url({ protocol: /^https?$/ }),
  node: z.omit(PlatformSchema, { address: true, keys: true }),
  platforms: z.array(PlatformSchema).check(z.maxLength(1000)),
  /** Refuses to start when a platform has an address but no `keys`. */
  requirePinnedKeys: z._default(z.boolean(), false),
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
  /** Null: SQLite in the data directory. */
  readonly database: { readonly url: string; readonly connectionsMax: number } | null;
  /** Base64url; null: a file of the data directory. */
  readonly secretKey: string | null;
  readonly bundleStore: BundleStoreConfig;
  readonly instanceName: string;
  readonly drainMs: number;
  /** Null: as many as can be carried. */
  readonly liveSocketsMax: number | null;
  readonly allowedHosts: readonly string[];
  readonly registration: 'open' | 'invite' | 'closed';
  readonly signUpRole: Role;
  /** Where people open the console, if PUBLIC_URL says it. */
  readonly publicOrigin: string | null;
  /** Other machines reach this server. */
  readonly exposed: boolean;
  readonly uploadMaxBytes: number;
  readonly quota: { readonly bundles: number; readonly bytes: number };
  readonly zip: {
    readonly entries: number;
    readonly totalBytes: number;
    readonly ratio: number;
    readonly nesting: number;
  };
  /** Null: 5 % of the disk, within limits. */
  readonly diskReserveBytes: number | null;
  readonly deployRetryMs: number;
  readonly deployAnswerMs: number;
  readonly moveOrphans: boolean;
  readonly sessionMs: number;
  readonly logLevel: string;
  readonly tls: ServerCertificate | null;
  /** Certificates (PEM) of authorities that are trusted for peers beside the public ones. */
  readonly meshCa: string | undefined;
  readonly trustedProxies: number;
  readonly push: { readonly contact: string; readonly services: readonly string[] };
  readonly alerts: {
    readonly privateTargets: PrivateTargets;
    /** Origin of links to the console. */
    readonly origin: string;
  };
  /** Null: nobody signs in at an OpenID provider. */
  readonly oidc: OpenIdConfig | null;
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
  const exposed = !isLoopback(env.HOST) || env.TRUSTED_PROXIES > 0;
  const publicOrigin = env.PUBLIC_URL === undefined ? null : new URL(env.PUBLIC_URL).origin;
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: at(env.DATA_DIR),
    database: readDatabase(env, at),
    secretKey: readSecretKey(env, at),
    bundleStore: orConfigError(() => readBundleStore(env, at)),
    instanceName: env.INSTANCE_NAME ?? `${hostname()}-${process.pid}`,
    drainMs: env.DRAIN_SECONDS * 1000,
    liveSocketsMax: env.LIVE_SOCKETS_MAX ?? null,
    allowedHosts: namesIn(env.ALLOWED_HOSTS),
    registration: env.REGISTRATION,
    signUpRole: env.SIGNUP_ROLE ?? (exposed ? 'viewer' : 'operator'),
    exposed,
    publicOrigin,
    uploadMaxBytes: env.UPLOAD_MAX_BYTES,
    quota: { bundles: env.ACCOUNT_MAX_BUNDLES, bytes: env.ACCOUNT_MAX_BYTES },
    zip: {
      entries: env.ZIP_MAX_ENTRIES,
      totalBytes: env.ZIP_MAX_UNPACKED_BYTES,
      ratio: env.ZIP_MAX_RATIO,
      nesting: env.ZIP_MAX_NESTING,
    },
    diskReserveBytes: env.DISK_RESERVE_BYTES ?? null,
    deployRetryMs: env.DEPLOY_RETRY_SECONDS * 1000,
    deployAnswerMs: env.DEPLOY_ANSWER_SECONDS * 1000,
    moveOrphans: env.MOVE_ORPHANS === '1',
    sessionMs: env.SESSION_DAYS * 24 * 60 * 60 * 1000,
    logLevel: env.LOG_LEVEL,
    tls: readTls(env.TLS_CERT, env.TLS_KEY, at),
    meshCa: readMeshCa(env.MESH_CA, at),
    trustedProxies: env.TRUSTED_PROXIES,
    push: {
      contact: env.PUSH_CONTACT ?? `mailto:operator@${mesh.node.domain}`,
      services: namesIn(env.PUSH_SERVICES),
    },
    alerts: {
      privateTargets: readPrivateTargets(env.ALERT_PRIVATE_TARGETS),
      origin: publicOrigin ?? `https://${mesh.node.domain}`,
    },
    oidc: orConfigError(() => readOpenIdConfig(env, publicOrigin, at)),
    mesh,
  };
}

function readDatabase(
  env: z.infer<typeof EnvironmentSchema>,
  at: (path: string) => string,
): Config['database'] {
  const { DATABASE_URL, DATABASE_POOL: connectionsMax, DATABASE_PASSWORD_FILE: path } = env;
  if (DATABASE_URL === undefined) return null;
  if (env.SECRET_KEY === undefined && env.SECRET_KEY_FILE === undefined)
    throw new ConfigError(
      'environment variable SECRET_KEY: is needed with DATABASE_URL, the same for every instance. Make one: openssl rand -base64 32 | tr "+/" "-_" | tr -d "="',
    );
  const url = new URL(DATABASE_URL);
  if (path !== undefined) {
    const password = orConfigError(() => readFileSync(at(path), 'utf8')).trim();
    url.password = encodeURIComponent(password);
  }
  return { url: url.href, connectionsMax };
}

function readSecretKey(
  { SECRET_KEY: key, SECRET_KEY_FILE: path }: z.infer<typeof EnvironmentSchema>,
  at: (path: string) => string,
): string | null {
  if (key !== undefined && path !== undefined)
    throw new ConfigError('SECRET_KEY and SECRET_KEY_FILE are both set; keep one');
  if (path === undefined) return key ?? null;
  const text = orConfigError(() => readFileSync(at(path), 'utf8')).trim();
  // What the file holds is secret, so the error does not repeat it.
  if (!z.safeParse(SecretKeySchema, text).success)
    throw new ConfigError(`SECRET_KEY_FILE: ${path} does not hold 32 bytes as base64url`);
  return text;
}

export const isLoopback = (host: string) => /^(?:localhost$|127\.|::1$)/.test(host);

const namesIn = (list: string) =>
  list
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);

function readPrivateTargets(list: string): PrivateTargets {
  try {
    return parsePrivateTargets(namesIn(list));
  } catch (error) {
    throw new ConfigError(`environment variable ALERT_PRIVATE_TARGETS: ${reasonOf(error)}`);
  }
}

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
  const unpinned = mesh.platforms.find(
    (one) => one.address !== undefined && one.keys === undefined,
  );
  if (mesh.requirePinnedKeys && unpinned !== undefined)
    throw new ConfigError(
      `field of ${path} platforms: "${unpinned.id}" needs keys, because requirePinnedKeys is true`,
    );
  return mesh;
}

function readTls(
  cert: string | undefined,
  key: string | undefined,
  at: (path: string) => string,
): ServerCertificate | null {
  if (cert === undefined && key === undefined) return null;
  if (cert === undefined) throw new ConfigError('TLS_KEY is set, but TLS_CERT is not');
  if (key === undefined) throw new ConfigError('TLS_CERT is set, but TLS_KEY is not');
  return orConfigError(() => readCertificate({ cert: at(cert), key: at(key) }, Date.now()));
}

function readMeshCa(path: string | undefined, at: (path: string) => string): string | undefined {
  return path === undefined ? undefined : orConfigError(() => readAuthorities(at(path)));
}

function orConfigError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ConfigError(reasonOf(error));
  }
}

function check<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  kind: string,
): z.output<Schema> {
  const result = z.safeParse(schema, value, { reportInput: true });
  if (result.success) return result.data;
  const wrong = result.error.issues.map((issue) => formatIssue([issue], 'the whole'));
  throw new ConfigError(`${kind} ${wrong.join(' ')}`);
}

/** `PORT=` in a shell means "not set". */
function withoutEmpty(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
