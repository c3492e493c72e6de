import type { Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { FastifyInstance } from 'fastify';
import {
  type CertificatePaths,
  dayOf,
  expiryOf,
  readCertificate,
  type ServerCertificate,
} from '../config/certificate.ts';
import type { Feature, NodeBase } from '../feature.ts';
import { servePages } from './pages.ts';
import { createSharedAssets } from './shared-assets.ts';

type PageNeeds = Omit<Parameters<typeof servePages>[1], 'assets'>;

/** The console's own files. Several instances also answer with those of each other's builds. */
export function setUpPages(node: NodeBase, needs: PageNeeds): Feature {
  const { consoleDir } = needs;
  const assets = node.config.database && createSharedAssets({ ...node, consoleDir });
  return {
    calls(app) {
      securityTxt(app, node);
      return servePages(app, { ...needs, assets });
    },
    resume: async () => assets?.publish(),
    close: () => assets?.close(),
  };
}

interface CertificateFeature extends Feature {
  /** @returns the certificate that it shows, in PEM; undefined: something else serves TLS, or nothing */
  own(): Buffer | undefined;
}

/** Follows the files of this server's certificate, if it has one. */
export function setUpCertificate(
  node: NodeBase,
  { server }: Pick<FastifyInstance, 'server'>,
): CertificateFeature {
  const { tls: certificate } = node.config;
  if (certificate === null) return { own: () => undefined };
  const { current, close } = watchCertificate({ ...node, certificate, server });
  return { own: current, close };
}

const SECURITY_PATH = '/.well-known/security.txt';
/** RFC 9116 recommends less than a year. Whoever reads it later asks again. */
const VALID_MS = 180 * 24 * 60 * 60_000;

/** Says whom to tell of a weakness (RFC 9116), if an address is configured; else it is not there. */
function securityTxt(app: FastifyInstance, { config, now }: NodeBase): void {
  const { securityContact, publicOrigin } = config;
  if (securityContact === null) return;
  app.get(SECURITY_PATH, (_request, reply) => {
    // The configuration that runs holds now, so the end is counted from now.
    const expires = new Date(now() + VALID_MS).toISOString();
    const lines = [`Contact: ${securityContact}`, `Expires: ${expires}`];
    // Section 2.5.2: the address is that of the file as HTTPS serves it.
    if (publicOrigin?.startsWith('https:'))
      lines.push(`Canonical: ${publicOrigin}${SECURITY_PATH}`);
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}

interface CertificateWatchDeps extends Pick<NodeBase, 'clock' | 'loops'> {
  readonly certificate: ServerCertificate;
  readonly log: Pick<NodeBase['log'], 'info' | 'error'>;
  readonly server: Server;
}

const CHECK = { name: 'read the certificate', everyMs: 60_000, limitMs: 60_000 };

/** Uses a renewed certificate without a restart. */
export function watchCertificate(deps: CertificateWatchDeps) {
  const { server, clock, loops, log } = deps;
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

  const watching = loops.repeat(CHECK, () => {
    if (current.paths !== undefined) reload(current.paths);
  });
  return {
    /** In PEM. */
    current: () => current.cert,
    close: watching.close,
  };
}
