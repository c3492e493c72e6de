import { fileURLToPath } from 'node:url';
import { ConfigError } from './config-error.ts';

/** Where the files of bundles are kept. */
export type BundleStoreConfig =
  | {
      readonly kind: 'file';
      /** Absolute. */
      readonly directory: string;
    }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      /** Of every object's key; '' or ending in '/'. */
      readonly prefix: string;
      /** Null: Amazon's own. */
      readonly endpoint: string | null;
      readonly region: string;
      /** Null: from the usual places of the AWS SDK. */
      readonly credentials: {
        readonly accessKeyId: string;
        readonly secretAccessKey: string;
        /** Of keys that expire. */
        readonly sessionToken?: string;
      } | null;
    };

interface BundleStoreEnvironment {
  readonly DATA_DIR: string;
  readonly BUNDLE_STORE?: string | undefined;
  readonly AWS_ACCESS_KEY_ID?: string | undefined;
  readonly AWS_SECRET_ACCESS_KEY?: string | undefined;
  readonly AWS_SESSION_TOKEN?: string | undefined;
}

const DEFAULT_REGION = 'us-east-1';
const PARAMETERS = ['endpoint', 'region'];
const FORMS = 'must be file:<directory> or s3://<bucket>?endpoint=<address>';

/**
 * @param at makes a path absolute
 * @throws ConfigError that names the variable
 */
export function readBundleStore(
  env: BundleStoreEnvironment,
  at: (path: string) => string,
): BundleStoreConfig {
  const address = env.BUNDLE_STORE;
  if (address === undefined) return { kind: 'file', directory: at(`${env.DATA_DIR}/bundles`) };
  // Relative to what? The directory that a process was started in differs from one start to the next.
  if (/^file:(?!\/)/.test(address))
    throw new ConfigError(
      'environment variable BUNDLE_STORE: the directory after file: must be absolute, such as file:/srv/bundles',
    );
  if (!URL.canParse(address)) throw new ConfigError(`environment variable BUNDLE_STORE: ${FORMS}`);
  const url = new URL(address);
  if (url.protocol === 'file:' && url.host === '' && url.pathname !== '/')
    return { kind: 'file', directory: at(fileURLToPath(url)) };
  if (url.protocol !== 's3:' || url.hostname === '')
    throw new ConfigError(`environment variable BUNDLE_STORE: ${FORMS}`);
  return { kind: 's3', ...locationOf(url), credentials: credentialsIn(env) };
}

function locationOf(url: URL) {
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined)
    throw new ConfigError(`environment variable BUNDLE_STORE: unknown parameter ${unknown}`);
  const endpoint = url.searchParams.get('endpoint');
  if (endpoint !== null && !/^https?:/.test(endpoint))
    throw new ConfigError(
      'environment variable BUNDLE_STORE: endpoint must be an http: or https: address',
    );
  const path = url.pathname.replace(/^\/+|\/+$/g, '');
  return {
    bucket: url.hostname,
    prefix: path === '' ? '' : `${path}/`,
    endpoint,
    region: url.searchParams.get('region') ?? DEFAULT_REGION,
  };
}

function credentialsIn(env: BundleStoreEnvironment) {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (accessKeyId === undefined || secretAccessKey === undefined) return null;
  const { AWS_SESSION_TOKEN: sessionToken } = env;
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
}
