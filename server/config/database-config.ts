import * as z from 'zod/mini';
import { ConfigError } from './config-error.ts';
import { type Environment, SecretKeySchema } from './environment.ts';
import { readSecretFile } from './named-file.ts';

/** A PostgreSQL database. */
export interface DatabaseConfig {
  readonly url: string;
  readonly connectionsMax: number;
}

/** @returns null for SQLite in the data directory. @throws ConfigError */
export function readDatabase(
  env: Environment,
  at: (path: string) => string,
): DatabaseConfig | null {
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
export function readSecretKey(
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
