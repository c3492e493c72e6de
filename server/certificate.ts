import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { FastifyBaseLogger } from 'fastify';
import type { Severity } from '../contract/limits.ts';
import { type Clock, every } from './clock.ts';
import { recordActivity } from './store/activity.ts';
import type { Journal } from './store/journal.ts';

/** The server's certificate with its chain, and its private key, both in PEM. */
export interface ServerCertificate {
  readonly cert: Buffer;
  readonly key: Buffer;
  /** Absent when they do not come from files, as in tests. */
  readonly paths?: CertificatePaths;
}

interface CertificatePaths {
  readonly cert: string;
  readonly key: string;
}

/**
 * Reads and checks the files. An expired certificate is returned: its expiry is reported elsewhere, and the
 * operator needs a running server more than a valid certificate.
 *
 * @throws Error with a sentence that names TLS_CERT or TLS_KEY
 */
export function readCertificate(paths: CertificatePaths, now: number): ServerCertificate {
  const cert = readNamedFile('TLS_CERT', paths.cert);
  const key = readNamedFile('TLS_KEY', paths.key);
  const parsed = parseCertificate(cert, `TLS_CERT: ${paths.cert}`);
  if (!parsed.checkPrivateKey(parseKey(key, paths.key)))
    throw new Error(`TLS_KEY: ${paths.key} is not the key of the certificate in ${paths.cert}.`);
  if (now < Date.parse(parsed.validFrom))
    throw new Error(
      `TLS_CERT: ${paths.cert} is not valid before ${dayOf(Date.parse(parsed.validFrom))}. Check the clock of this machine.`,
    );
  return { cert, key, paths };
}

/** @throws Error with a sentence that names MESH_CA */
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

function readNamedFile(variable: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${variable}: ${path} cannot be read (${code}).`);
  }
}

function parseCertificate(pem: Buffer, name: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new Error(`${name} holds no certificate in PEM.`);
  }
}

function parseKey(pem: Buffer, path: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new Error(`TLS_KEY: ${path} holds no private key in PEM without a passphrase.`);
  }
}

interface CertificateWatchDeps {
  readonly certificate: ServerCertificate;
  readonly server: Server;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>;
}

const CHECK_EVERY_MS = 60_000;
const WARN_BEFORE_MS = 14 * 24 * 60 * 60 * 1000;

type Validity = 'valid' | 'expiring' | 'expired';

/**
 * Uses a renewed certificate without a restart, and adds an activity row when the certificate is about to
 * expire, has expired, or was renewed after that.
 *
 * @returns stops the watch
 */
export function watchCertificate(deps: CertificateWatchDeps): () => Promise<void> {
  const { server, journal, clock, log } = deps;
  const stopping = new AbortController();
  let current = deps.certificate;
  let reported: Validity = 'valid';
  let lastError: string | undefined;

  function reload(paths: CertificatePaths): void {
    try {
      const next = readCertificate(paths, clock.now());
      lastError = undefined;
      if (next.cert.equals(current.cert) && next.key.equals(current.key)) return;
      (server as TlsServer).setSecureContext({ cert: next.cert, key: next.key });
      current = next;
      log.info({ expires: dayOf(expiryOf(next)) }, 'certificate reloaded');
    } catch (error) {
      // Renewal may be writing the files just now; the old certificate stays in use.
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== lastError) log.error({ reason }, 'certificate not reloaded');
      lastError = reason;
    }
  }

  async function report(): Promise<void> {
    const expiry = expiryOf(current);
    const validity = validityAt(expiry, clock.now());
    if (validity === reported) return;
    reported = validity;
    const row = describeValidity(validity, expiry);
    await journal.commit((tx, emit) => recordActivity(tx, emit, { ...row, at: clock.now() }));
  }

  const running = every(
    clock,
    () => CHECK_EVERY_MS,
    stopping.signal,
    async () => {
      if (current.paths !== undefined) reload(current.paths);
      await report().catch((error: unknown) =>
        log.error({ err: error }, 'certificate not checked'),
      );
    },
  );
  return async () => {
    stopping.abort('stopped');
    await running;
  };
}

export function validityAt(expiry: number, now: number): Validity {
  if (now >= expiry) return 'expired';
  return expiry - now < WARN_BEFORE_MS ? 'expiring' : 'valid';
}

function describeValidity(
  validity: Validity,
  expiry: number,
): { message: string; severity: Severity } {
  const day = dayOf(expiry);
  switch (validity) {
    case 'expired':
      return {
        message: `This server's certificate expired on ${day}: browsers and peers refuse it`,
        severity: 'error',
      };
    case 'expiring':
      return { message: `This server's certificate expires on ${day}`, severity: 'warning' };
    case 'valid':
      return {
        message: `This server's certificate was renewed and expires on ${day}`,
        severity: 'success',
      };
  }
}
