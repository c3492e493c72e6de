import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { Role } from '../contract/roles.ts';
import { type OpenIdConfig, readOpenIdConfig } from './accounts/openid/openid-config.ts';
import { type PrivateTargets, parsePrivateTargets } from './alerts/channels/target-guard.ts';
import { type BundleStoreConfig, readBundleStore } from './bundles/bundle-store-config.ts';
import { readAuthorities, readCertificate, type ServerCertificate } from './certificate.ts';
import { ConfigError, orConfigError, reasonOf } from './config/config-error.ts';
import { type DatabaseConfig, readDatabase, readSecretKey } from './config/database-config.ts';
import { readEnvironment } from './config/environment.ts';
import { type MeshConfig, readMeshConfig } from './config/mesh-config.ts';

/**
 * Everything that can be set from outside, read once at start. A wrong value ends the start with an
 * error that names the variable or the field; nothing else in the server reads the environment.
 */

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  /** Null: SQLite in the data directory. */
  readonly database: DatabaseConfig | null;
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

/**
 * @param environment usually `process.env`
 * @param directory what relative paths are relative to
 * @throws ConfigError naming the variable or the field of `mesh.config.json` that is wrong
 */
export function readConfig(environment: NodeJS.ProcessEnv, directory: string): Config {
  const env = readEnvironment(environment);
  // Also takes a slash at the end away: paths are compared.
  const at = (path: string) => resolve(directory, path);
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
