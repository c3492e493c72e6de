import type { Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { FastifyBaseLogger } from 'fastify';
import { type Clock, repeat } from '../base/clock.ts';
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
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>;
}

const CHECK_EVERY_MS = 60_000;

/** Uses a renewed certificate without a restart. */
export function watchCertificate(deps: CertificateWatchDeps) {
  const { server, clock, log } = deps;
  let current = deps.certificate;
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

  const watching = repeat(clock, CHECK_EVERY_MS, async () => {
    if (current.paths !== undefined) reload(current.paths);
  });
  return {
    /** In PEM. */
    current: () => current.cert,
    close: watching.close,
  };
}
