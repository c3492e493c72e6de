import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { DAY_MS } from '../../contract/limits.ts';
import { readBundleStore } from './bundle-store-config.ts';
import { readAuthorities, readCertificate, type ServerCertificate } from './certificate.ts';
import { ConfigError, reasonOf } from './config-error.ts';
import { type Environment, readEnvironment, SecretKeySchema } from './environment.ts';
import { readMeshConfig } from './mesh-config.ts';
import { readSecretFile } from './named-file.ts';
import { readOpenIdConfig } from './openid-config.ts';
import { namesIn } from './setting-types.ts';
import { parseTargets, type Targets } from './targets.ts';

/**
 * Everything that can be set from outside, read once at start. A wrong value ends the start with an
 * error that names the variable or the field; nothing else in the server reads the environment.
 */

/**
 * @param environment usually `process.env`
 * @param directory what relative paths are relative to
 * @throws ConfigError naming the variable or the field of `mesh.config.json` that is wrong
 */
export function readConfig(environment: NodeJS.ProcessEnv, directory: string) {
  const env = readEnvironment(environment);
  // Also takes a slash at the end away: paths are compared.
  const at = (path: string) => resolve(directory, path);
  const mesh = readMeshConfig(at(env.MESH_CONFIG));
  const exposed = !isLoopback(env.HOST) || env.TRUSTED_PROXIES > 0;
  const publicOrigin = env.PUBLIC_URL === undefined ? null : new URL(env.PUBLIC_URL).origin;
  return {
    port: env.PORT,
    host: env.HOST,
    /** Absolute. */
    dataDir: at(env.DATA_DIR),
    /** Null: SQLite in the data directory. */
    database: readDatabase(env, at),
    /** Base64url; null: a file of the data directory. */
    secretKey: readSecretKey(env, at),
    bundleStore: readBundleStore(env, at),
    instanceName: env.INSTANCE_NAME ?? `${hostname()}-${process.pid}`,
    drainMs: env.DRAIN_SECONDS * 1000,
    /** Null: as many as can be carried. */
    liveSocketsMax: env.LIVE_SOCKETS_MAX ?? null,
    allowedHosts: namesIn(env.ALLOWED_HOSTS),
    registration: env.REGISTRATION,
    signUpRole: env.SIGNUP_ROLE ?? (exposed ? 'viewer' : 'operator'),
    /** Other machines reach this server. */
    exposed,
    /** Where people open the console, if PUBLIC_URL says it. */
    publicOrigin,
    /** Where the public status page is read under a host name of its own; null: it has none. */
    statusOrigin: readStatusOrigin(env, mesh.node.domain),
    // Written out anew: line breaks and spaces around it are gone.
    /** Whom to tell of a weakness: a `mailto:` or `https:` address. Null: nobody is named. */
    securityContact: env.SECURITY_CONTACT ? new URL(env.SECURITY_CONTACT).href : null,
    /** Called as long as this node works; null: nobody is. Secret. */
    deadManUrl: env.DEAD_MAN_URL,
    /** Where the list of registries is; null: none is asked. */
    rdapUrl: unlessOff(env.RDAP_BOOTSTRAP),
    uploadMaxBytes: env.UPLOAD_MAX_BYTES,
    quota: { bundles: env.ACCOUNT_MAX_BUNDLES, bytes: env.ACCOUNT_MAX_BYTES },
    zip: {
      entries: env.ZIP_MAX_ENTRIES,
      totalBytes: env.ZIP_MAX_UNPACKED_BYTES,
      ratio: env.ZIP_MAX_RATIO,
      nesting: env.ZIP_MAX_NESTING,
    },
    /** Null: 5 % of the disk, within limits. */
    diskReserveBytes: env.DISK_RESERVE_BYTES ?? null,
    deployRetryMs: env.DEPLOY_RETRY_SECONDS * 1000,
    deployAnswerMs: env.DEPLOY_ANSWER_SECONDS * 1000,
    moveOrphans: env.MOVE_ORPHANS === '1',
    sessionMs: env.SESSION_DAYS * DAY_MS,
    /** A session ends so long after it began, however often it is used. */
    sessionMaxMs: env.SESSION_MAX_DAYS * DAY_MS,
    logLevel: env.LOG_LEVEL,
    tls: readTls(env.TLS_CERT, env.TLS_KEY, at),
    /** Certificates (PEM) of authorities that are trusted for peers beside the public ones. */
    meshCa: env.MESH_CA === undefined ? undefined : readAuthorities(at(env.MESH_CA)),
    trustedProxies: env.TRUSTED_PROXIES,
    /** Link-local hosts, and ports of this server itself, that platforms may be probed at. */
    probeTargets: readTargets(env, 'PROBE_TARGETS'),
    push: {
      contact: env.PUSH_CONTACT ?? `mailto:operator@${mesh.node.domain}`,
      services: namesIn(env.PUSH_SERVICES),
    },
    alerts: {
      privateTargets: readTargets(env, 'ALERT_PRIVATE_TARGETS'),
      onlyTargets: env.ALERT_TARGETS === '' ? null : readTargets(env, 'ALERT_TARGETS'),
      origin: publicOrigin ?? `https://${mesh.node.domain}`,
    },
    /** Null: nobody signs in at an OpenID provider. */
    oidc: readOpenIdConfig(env, publicOrigin, at),
    mesh,
  };
}

export type Config = Readonly<ReturnType<typeof readConfig>>;

export const isLoopback = (host: string) => /^(?:localhost$|127\.|::1$)/.test(host);

function readTargets(
  env: Environment,
  name: 'ALERT_PRIVATE_TARGETS' | 'ALERT_TARGETS' | 'PROBE_TARGETS',
): Targets {
  try {
    return parseTargets(namesIn(env[name]));
  } catch (error) {
    throw new ConfigError(`environment variable ${name}: ${reasonOf(error)}`);
  }
}

/** Nothing else answers under that name. */
function readStatusOrigin(env: Environment, domain: string): string | null {
  if (env.STATUS_URL === undefined) return null;
  const { origin, hostname: name } = new URL(env.STATUS_URL);
  const others = ['localhost', env.HOST, domain, ...namesIn(env.ALLOWED_HOSTS)];
  if (env.PUBLIC_URL !== undefined) others.push(new URL(env.PUBLIC_URL).hostname);
  if (isIP(name) !== 0 || name.startsWith('[') || others.includes(name))
    throw new ConfigError('environment variable STATUS_URL: must have a host name of its own');
  return origin;
}

function readTls(
  cert: string | undefined,
  key: string | undefined,
  at: (path: string) => string,
): ServerCertificate | null {
  if (cert === undefined && key === undefined) return null;
  if (cert === undefined) throw new ConfigError('TLS_KEY is set, but TLS_CERT is not');
  if (key === undefined) throw new ConfigError('TLS_CERT is set, but TLS_KEY is not');
  return readCertificate({ cert: at(cert), key: at(key) }, Date.now());
}

/** A PostgreSQL database. */
interface DatabaseConfig {
  readonly url: string;
  readonly connectionsMax: number;
}

/** @returns null for SQLite in the data directory. @throws ConfigError */
function readDatabase(env: Environment, at: (path: string) => string): DatabaseConfig | null {
  const { DATABASE_URL, DATABASE_POOL: connectionsMax, DATABASE_PASSWORD_FILE: path } = env;
  if (DATABASE_URL === undefined) return null;
  if (env.SECRET_KEY === undefined && env.SECRET_KEY_FILE === undefined)
    throw new ConfigError(
      'environment variable SECRET_KEY: is needed with DATABASE_URL, the same for every instance. Make one: openssl rand -base64 32 | tr "+/" "-_" | tr -d "="',
    );
  const url = new URL(DATABASE_URL);
  if (path !== undefined) {
    const password = readSecretFile('DATABASE_PASSWORD_FILE', at(path));
    url.password = encodeURIComponent(password);
  }
  return { url: url.href, connectionsMax };
}

/** @returns base64url; null for a file of the data directory. @throws ConfigError */
function readSecretKey(
  { SECRET_KEY: key, SECRET_KEY_FILE: path }: Environment,
  at: (path: string) => string,
): string | null {
  if (key !== undefined && path !== undefined)
    throw new ConfigError('SECRET_KEY and SECRET_KEY_FILE are both set; keep one');
  if (path === undefined) return key ?? null;
  const text = readSecretFile('SECRET_KEY_FILE', at(path));
  // What the file holds is secret, so the error does not repeat it.
  if (!z.safeParse(SecretKeySchema, text).success)
    throw new ConfigError(`SECRET_KEY_FILE: ${path} does not hold 32 bytes as base64url`);
  return text;
}

const unlessOff = (value: string): string | null => (value === 'off' ? null : value);
