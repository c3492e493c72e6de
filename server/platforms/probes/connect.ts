import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, rootCertificates } from 'node:tls';
import { dayOf } from '../../config/certificate.ts';
import { withoutBrackets } from '../../config/targets.ts';
import {
  type PeerCertificate,
  readPeerCertificate,
} from '../../mesh/transport/peer-certificate.ts';
import { toTransportError } from '../../mesh/transport/transport.ts';
import type { ProbeGuard } from './probe-guard.ts';

export interface ProbeContext {
  readonly guard: ProbeGuard;
  /** Certificates (PEM) of authorities that are trusted beside the public ones. */
  readonly ca: string | undefined;
  readonly now: () => number;
  /** Monotonic milliseconds. */
  readonly elapsed: () => number;
  /** Aborted when the time is over. */
  readonly signal: AbortSignal;
  /** Called with each step that was done, as a sentence for people. */
  readonly say: (text: string) => void;
  /** Called with each that a host has shown and that is trusted as far as the platform wants it. */
  readonly onCertificate: (certificate: PeerCertificate) => void;
}

interface ConnectTarget {
  readonly host: string;
  readonly port: number;
  /** any: a certificate that nobody vouches for is taken as well. */
  readonly tls: 'none' | 'trusted' | 'any';
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Opens a connection of its own: each probe resolves the name and meets the certificate again. @throws TransportError */
export async function openSocket(target: ConnectTarget, context: ProbeContext): Promise<Socket> {
  const socket = await openTcp(target, context);
  return target.tls === 'none' ? socket : openTls(socket, target, context);
}

function openTcp({ host, port }: ConnectTarget, context: ProbeContext): Promise<Socket> {
  const { guard, elapsed, signal, say } = context;
  guard.checkLiteral(host, port);
  const started = elapsed();
  const onFound = (addresses: readonly string[]) =>
    say(`${host} resolves to ${addresses.join(', ')}`);
  return new Promise((resolve, reject) => {
    const lookup = guard.lookupFor(host, port, onFound);
    const socket = connectTcp({ host: withoutBrackets(host), port, lookup, signal });
    socket.on('error', (error) => reject(failureOf(error, signal)));
    socket.once('connect', () => {
      const ms = Math.round(elapsed() - started);
      say(`Connected to ${socket.remoteAddress} port ${port} in ${ms} ms`);
      resolve(socket);
    });
  });
}

function openTls(
  socket: Socket,
  { host: given, tls }: ConnectTarget,
  { ca, now, signal, say, onCertificate }: ProbeContext,
): Promise<Socket> {
  const host = withoutBrackets(given);
  return new Promise((resolve, reject) => {
    const secure = connectTls({
      socket,
      host,
      rejectUnauthorized: tls === 'trusted',
      ALPNProtocols: ['http/1.1'],
      ...(isIP(host) === 0 && { servername: host }),
      ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
    });
    const fail = (error: unknown) => reject(failureOf(error, signal));
    socket.once('close', () => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
    secure.on('error', (error) => {
      socket.destroy();
      fail(error);
    });
    secure.once('secureConnect', () => {
      const trust = secure.authorized ? '' : ', which nobody vouches for';
      const certificate = readPeerCertificate(secure.getPeerCertificate());
      if (certificate !== undefined) {
        say(`${describeCertificate(certificate, now())}${trust}`);
        onCertificate(certificate);
      }
      resolve(secure);
    });
  });
}

function describeCertificate({ notAfter, issuer, names }: PeerCertificate, now: number): string {
  const days = Math.floor((notAfter - now) / DAY_MS);
  const [name = 'no name'] = names;
  return `Certificate of ${name} by ${issuer}, valid until ${dayOf(notAfter)} (${days} days)`;
}

/** @returns why an aborted or failed connection ended */
export const failureOf = (error: unknown, signal: AbortSignal) =>
  toTransportError(signal.aborted ? signal.reason : error);
