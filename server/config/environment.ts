import * as z from 'zod/mini';
import { ROLES } from '../../contract/roles.ts';
import { check } from './config-error.ts';
import { OPENID_ENVIRONMENT } from './openid-config.ts';
import { ContactSchema, HostNamesSchema, integer, OriginSchema } from './setting-types.ts';

const MIB = 1024 * 1024;

export const SecretKeySchema = z
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
  AWS_SESSION_TOKEN: z.optional(z.string()),
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
  ALLOWED_HOSTS: HostNamesSchema,
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
  /** How long after a sign-in a session ends, however often it is used. */
  SESSION_MAX_DAYS: z._default(integer(1, 400), 400),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']), 'info'),
  TLS_CERT: z.optional(z.string()),
  TLS_KEY: z.optional(z.string()),
  /** Path of the certificates (PEM) of private authorities that sign the peers' certificates. */
  MESH_CA: z.optional(z.string()),
  /** How many proxies in front of this process set X-Forwarded-For and -Proto; 0 trusts none. */
  TRUSTED_PROXIES: z._default(integer(0, 8), 0),
  /** Whom a push service may turn to about what this server sends it. */
  PUSH_CONTACT: z.optional(ContactSchema),
  /** Names, beside the browsers' own, of push services that devices may subscribe at. */
  PUSH_SERVICES: HostNamesSchema,
  /** Host names, addresses and ranges, not public, that alerts may be sent to by e-mail or webhook. */
  ALERT_PRIVATE_TARGETS: z._default(z.string(), ''),
  /** Host names, addresses and ranges: the only ones that alerts may be sent to by e-mail or webhook. */
  ALERT_TARGETS: z._default(z.string(), ''),
  /** Hosts that platforms may be probed at although they are link-local, or this server itself. */
  PROBE_TARGETS: z._default(z.string(), ''),
  /** Where people open the console: links in e-mails and webhooks lead there, passkeys belong to it. */
  PUBLIC_URL: z.optional(OriginSchema),
  /** Where the public status page is read, under a host name of its own, where nothing else answers. */
  STATUS_URL: z.optional(OriginSchema),
  /** Called each minute as long as this node works: a check outside notices when it is not (healthchecks.io and the like). */
  DEAD_MAN_URL: z._default(
    z.nullable(z.url({ protocol: /^https?$/, error: 'must be an http: or https: address' })),
    null,
  ),
  /** IANA's list of the registries that are asked until when domains are registered. */
  RDAP_BOOTSTRAP: z._default(
    z.union([z.literal('off'), z.url({ protocol: /^https?$/ })], {
      error: 'must be an http: or https: address, or off',
    }),
    'https://data.iana.org/rdap/dns.json',
  ),
  /** Whom to tell of a weakness: published at /.well-known/security.txt, which is not there without it. */
  SECURITY_CONTACT: z.optional(ContactSchema),
  ...OPENID_ENVIRONMENT,
});

/** Names of all variables. */
export const ENVIRONMENT_NAMES: readonly string[] = Object.keys(EnvironmentSchema.shape);

export type Environment = z.infer<typeof EnvironmentSchema>;

/** @throws ConfigError naming the variable */
export const readEnvironment = (environment: NodeJS.ProcessEnv): Environment =>
  check(EnvironmentSchema, withoutEmpty(environment), 'environment variable');

/** `PORT=` in a shell means "not set". */
function withoutEmpty(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}
