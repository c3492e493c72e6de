import type { Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { FastifyBaseLogger } from 'fastify';
import type { Severity } from '../../contract/limits.ts';
import { type Clock, every } from '../base/clock.ts';
import {
  type CertificatePaths,
  dayOf,
  expiryOf,
  readCertificate,
  type ServerCertificate,
} from '../config/certificate.ts';

interface CertificateWatchDeps {
  readonly certificate: ServerCertificate;
  readonly server: Server;
  /** Adds a row to the activity log. */
  readonly record: (row: ValidityRow) => Promise<unknown>;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>;
}

const CHECK_EVERY_MS = 60_000;
const WARN_BEFORE_MS = 14 * 24 * 60 * 60 * 1000;

interface ValidityRow {
  readonly message: string;
  readonly severity: Severity;
}

type Validity = 'valid' | 'expiring' | 'expired';

/**
 * Uses a renewed certificate without a restart, and adds an activity row when the certificate is about to
 * expire, has expired, or was renewed after that.
 *
 * @returns stops the watch
 */
export function watchCertificate(deps: CertificateWatchDeps): () => Promise<void> {
  const { server, record, clock, log } = deps;
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
    await record(describeValidity(validity, expiry));
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

function describeValidity(validity: Validity, expiry: number): ValidityRow {
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
