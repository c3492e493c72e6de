import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
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
  const cert = readNamedFile('TLS_CERT', paths.cert);
  const key = readNamedFile('TLS_KEY', paths.key);
  const parsed = parseCertificate(cert, `TLS_CERT: ${paths.cert}`);
  if (!parsed.checkPrivateKey(parseKey(key, paths.key)))
    throw new ConfigError(
      `TLS_KEY: ${paths.key} is not the key of the certificate in ${paths.cert}.`,
    );
  if (now < Date.parse(parsed.validFrom))
    throw new ConfigError(
      `TLS_CERT: ${paths.cert} is not valid before ${dayOf(Date.parse(parsed.validFrom))}. Check the clock of this machine.`,
    );
  return { cert, key, paths };
}

/** @throws ConfigError with a sentence that names MESH_CA */
export function readAuthorities(path: string): string {
  const pem = readNamedFile('MESH_CA', path);
  parseCertificate(pem, `MESH_CA: ${path}`);
  return pem.toString('utf8');
}

/** @returns epoch milliseconds */
export const expiryOf = ({ cert }: Pick<ServerCertificate, 'cert'>): number =>
  Date.parse(new X509Certificate(cert).validTo);

/** @returns such as 2026-11-22 */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

function parseCertificate(pem: Buffer, name: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new ConfigError(`${name} holds no certificate in PEM.`);
  }
}

function parseKey(pem: Buffer, path: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new ConfigError(`TLS_KEY: ${path} holds no private key in PEM without a passphrase.`);
  }
}
