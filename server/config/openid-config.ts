import { statSync } from 'node:fs';
import * as z from 'zod/mini';
import { OIDC_CALLBACK_PATH } from '../../contract/paths.ts';
import { ROLES, type Role } from '../../contract/roles.ts';
import { ConfigError } from './config-error.ts';
import { readSecretFile } from './named-file.ts';

/** The environment variables of the sign-in at an OpenID provider. */
export const OPENID_ENVIRONMENT = {
  OIDC_ISSUER: z.optional(z.url({ protocol: /^https?$/, error: 'must be an https: address' })),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  /** Path of a file that holds the secret. */
  OIDC_CLIENT_SECRET_FILE: z.optional(z.string()),
  OIDC_SCOPES: z._default(z.string(), 'openid profile email'),
  /** Text of the button; by default the host of the issuer. */
  OIDC_NAME: z.optional(z.string().check(z.maxLength(60))),
  OIDC_GROUPS_CLAIM: z._default(z.string(), 'groups'),
  /** `group=role`, separated by commas. */
  OIDC_ROLES: z._default(z.string(), ''),
  /** Role of who is in none of these groups; without it they are refused. */
  OIDC_DEFAULT_ROLE: z.optional(z.enum(ROLES)),
};

export type OpenIdConfig = NonNullable<ReturnType<typeof readOpenIdConfig>>;

type Environment = z.infer<z.ZodMiniObject<typeof OPENID_ENVIRONMENT>>;

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const OTHERS_MAY_USE = 0o007;

/**
 * @param origin where people open the console, if PUBLIC_URL says it
 * @param at resolves a relative path
 * @returns null without OIDC_ISSUER
 * @throws ConfigError that names the variable
 */
export function readOpenIdConfig(
  env: Environment,
  origin: string | null,
  at: (path: string) => string,
) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = env;
  if (issuer === undefined) {
    if (clientId !== undefined)
      throw new ConfigError('OIDC_CLIENT_ID is set, but OIDC_ISSUER is not');
    return null;
  }
  if (clientId === undefined)
    throw new ConfigError('OIDC_ISSUER is set, but OIDC_CLIENT_ID is not');
  if (origin === null)
    throw new ConfigError(
      'OIDC_ISSUER is set, but PUBLIC_URL is not: the provider sends people back there',
    );
  const { protocol, hostname, host } = new URL(issuer);
  if (protocol === 'http:' && !LOOPBACK.test(hostname))
    throw new ConfigError('OIDC_ISSUER must be an https: address');
  const roles = parseRoles(env.OIDC_ROLES);
  const defaultRole = env.OIDC_DEFAULT_ROLE ?? null;
  if (roles.size === 0 && defaultRole === null)
    throw new ConfigError('OIDC_ISSUER is set, but neither OIDC_ROLES nor OIDC_DEFAULT_ROLE is');
  return {
    issuer,
    clientId,
    roles,
    defaultRole,
    /** Where people open the console, without a path. */
    origin,
    clientSecret: readClientSecret(env, at),
    scopes: withOpenId(env.OIDC_SCOPES),
    name: env.OIDC_NAME ?? host,
    groupsClaim: env.OIDC_GROUPS_CLAIM,
    /** Where the provider sends browsers back to. */
    redirectUri: origin + OIDC_CALLBACK_PATH,
  };
}

function withOpenId(scopes: string): string {
  const names = scopes.split(/\s+/).filter(Boolean);
  return [...new Set(['openid', ...names])].join(' ');
}

/** A group's name may hold an equals sign. */
function parseRoles(list: string): Map<string, Role> {
  const pairs = list.split(',').filter((pair) => pair.trim() !== '');
  return new Map(
    pairs.map((pair) => {
      const split = pair.lastIndexOf('=');
      const group = pair.slice(0, Math.max(split, 0)).trim();
      const role = ROLES.find((one) => one === pair.slice(split + 1).trim());
      if (group === '' || role === undefined)
        throw new ConfigError(
          `OIDC_ROLES: "${pair.trim()}" is not group=role, with one of ${ROLES.join(', ')}`,
        );
      return [group, role] as const;
    }),
  );
}

function readClientSecret(env: Environment, at: (path: string) => string): string {
  const { OIDC_CLIENT_SECRET: secret, OIDC_CLIENT_SECRET_FILE: file } = env;
  if (secret !== undefined && file !== undefined)
    throw new ConfigError('OIDC_CLIENT_SECRET and OIDC_CLIENT_SECRET_FILE are both set');
  if (secret !== undefined) return secret;
  if (file === undefined)
    throw new ConfigError(
      'OIDC_ISSUER is set, but neither OIDC_CLIENT_SECRET nor OIDC_CLIENT_SECRET_FILE is',
    );
  const path = at(file);
  const text = readSecretFile('OIDC_CLIENT_SECRET_FILE', path);
  if ((statSync(path).mode & OTHERS_MAY_USE) !== 0)
    throw new ConfigError(
      `OIDC_CLIENT_SECRET_FILE: every user of this machine may use ${path}: chmod 600`,
    );
  if (text === '') throw new ConfigError(`OIDC_CLIENT_SECRET_FILE: ${path} is empty`);
  return text;
}
