import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { ConfigError } from './config-error.ts';
import { readNamedFile } from './named-file.ts';

/** The server's certificate with its chain, and its private key, both in PEM. */
export interface ServerCertificate {
  readonly cert: Buffer;
  readonly key: Buffer;
  /** Absent when they do not come from files, as in tests. */
  readonly paths?: CertificatePaths;
}

export interface CertificatePaths {
  readonly cert: string;
  readonly key: string;
}

/**
 * Reads and checks the files. An expired certificate is returned: its expiry is reported elsewhere, and the
 * operator needs a running server more than a valid certificate.
 *
 * @throws ConfigError with a sentence that names TLS_CERT or TLS_KEY
 */
export function readCertificate(paths: CertificatePaths, now: number): ServerCertificate {
  const { parsed, pem: cert } = readPem('TLS_CERT', paths.cert);
  const key = readNamedFile('TLS_KEY', paths.key);
  if (!parsed.checkPrivateKey(parseKey(key, paths.key)))
    throw new ConfigError(
      `TLS_KEY: ${paths.key} is not the key of the certificate in ${paths.cert}, or that is not the first of its chain there.`,
    );
  if (now < Date.parse(parsed.validFrom))
    throw new ConfigError(
      `TLS_CERT: ${paths.cert} is not valid before ${dayOf(Date.parse(parsed.validFrom))}. Check the clock of this machine.`,
    );
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    // Such as a chain that is damaged further down, or a signature by an algorithm that is too old.
    throw new ConfigError(`TLS_CERT: ${paths.cert} cannot be used: ${reasonOf(error)}.`);
  }
  return { cert, key, paths };
}

/** OpenSSL begins with numbers and the names of its parts. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/^.*::?/, '').trim() : String(error);

/** @throws ConfigError with a sentence that names MESH_CA */
export function readAuthorities(path: string): string {
  return readPem('MESH_CA', path).pem.toString('utf8');
}

/** @returns epoch milliseconds */
export const expiryOf = ({ cert }: Pick<ServerCertificate, 'cert'>): number =>
  Date.parse(new X509Certificate(cert).validTo);

/** @returns such as 2026-11-22 */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Windows exports a certificate in DER, which is made PEM. @returns the first certificate, and all of them */
function readPem(variable: string, path: string) {
  const bytes = readNamedFile(variable, path);
  try {
    const parsed = new X509Certificate(bytes);
    return { parsed, pem: bytes.includes('-----BEGIN') ? bytes : Buffer.from(parsed.toString()) };
  } catch {
    throw new ConfigError(`${variable}: ${path} holds no certificate in PEM.`);
  }
}

function parseKey(pem: Buffer, path: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new ConfigError(`TLS_KEY: ${path} holds no private key in PEM without a passphrase.`);
  }
}
