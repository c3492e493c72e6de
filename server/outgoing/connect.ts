import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, rootCertificates } from 'node:tls';
import { withoutBrackets } from '../config/targets.ts';
import { type AddressPolicy, checkLiteral, judgedLookup } from './addresses.ts';
import { TransportError, toTransportError } from './no-answer.ts';
import { type PeerCertificate, readPeerCertificate } from './peer-certificate.ts';
import type { Timing } from './timing.ts';

export interface Target {
  /** A name or an address; one of IPv6 may stand in brackets. */
  readonly host: string;
  readonly port: number;
  /** any: a certificate that nobody vouches for is taken as well. */
  readonly tls: 'none' | 'trusted' | 'any';
  /** That its certificate has to be for, and that it is told (SNI); by default `host`. */
  readonly name?: string | undefined;
  /** Whether HTTP is what TLS is asked for (ALPN), as by default. */
  readonly isHttp?: boolean;
}

export interface ConnectOptions {
  readonly policy: AddressPolicy;
  /** Certificates (PEM) of authorities that are trusted beside the public ones. */
  readonly ca?: string | undefined;
  readonly events?: ConnectEvents | undefined;
}

/** What is found on the way to a connection. */
export interface ConnectEvents {
  readonly onAddresses?: (host: string, addresses: readonly string[]) => void;
  readonly onConnect?: (address: string, port: number, ms: number) => void;
  /** @param isTrusted whether somebody vouches for it; otherwise any is taken */
  readonly onCertificate?: (certificate: PeerCertificate, isTrusted: boolean) => void;
}

/** Until when, and where its phases are measured. */
export interface Waiting {
  /** Aborted at the deadline. */
  readonly signal: AbortSignal;
  readonly timing: Timing;
}

/**
 * Opens a connection. It settles at the deadline whatever the socket does, which is closed then.
 *
 * @throws TransportError
 */
export async function openSocket(
  target: Target,
  options: ConnectOptions,
  waiting: Waiting,
): Promise<Socket> {
  const socket = await openTcp(target, options, waiting);
  return target.tls === 'none' ? socket : openTls(socket, target, options, waiting);
}

function openTcp(
  { host: given, port }: Target,
  { policy, events }: ConnectOptions,
  waiting: Waiting,
): Promise<Socket> {
  const { signal, timing } = waiting;
  const host = withoutBrackets(given);
  checkLiteral(policy, host, port);
  return settled(waiting, (finish, fail) => {
    if (isIP(host) === 0) timing.await('name');
    else timing.enter('connect');
    const onFound = (addresses: readonly string[]) => {
      timing.enter('connect');
      events?.onAddresses?.(host, addresses);
    };
    const onBegin = () => signal.aborted || timing.enter('name');
    const lookup = judgedLookup(policy, port, onFound, onBegin);
    const socket = connectTcp({ host, port, lookup });
    socket.on('error', fail);
    socket.once('connect', () => {
      timing.stop();
      events?.onConnect?.(socket.remoteAddress ?? host, port, timing.phasesMs.connect ?? 0);
      finish(socket);
    });
    return socket;
  });
}

function openTls(
  socket: Socket,
  { host: given, tls, name = given, isHttp = true }: Target,
  { ca, events }: ConnectOptions,
  waiting: Waiting,
): Promise<Socket> {
  const { timing } = waiting;
  const host = withoutBrackets(name);
  return settled(waiting, (finish, fail) => {
    timing.enter('tls');
    const secure = connectTls({
      socket,
      host,
      rejectUnauthorized: tls === 'trusted',
      ...(isHttp && { ALPNProtocols: ['http/1.1'] }),
      ...(isIP(host) === 0 && { servername: host }),
      ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
    });
    socket.once('close', () => fail(new TransportError('broken-off')));
    secure.on('error', fail);
    secure.once('secureConnect', () => {
      timing.stop();
      const certificate = readPeerCertificate(secure.getPeerCertificate());
      if (certificate !== undefined) events?.onCertificate?.(certificate, secure.authorized);
      finish(secure);
    });
    return secure;
  });
}

/** @param start begins what is waited for; its socket is closed unless it finishes in time */
function settled(
  { signal, timing }: Waiting,
  start: (finish: (socket: Socket) => void, fail: (error: unknown) => void) => Socket,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(overdueError(signal, timing));
    let isSettled = false;
    function settle(): boolean {
      const isFirst = !isSettled;
      isSettled = true;
      signal.removeEventListener('abort', onAbort);
      return isFirst;
    }
    function fail(error: unknown): void {
      if (!settle()) return;
      timing.stop();
      reject(toTransportError(error));
      socket.destroy();
    }
    const onAbort = () => fail(overdueError(signal, timing));
    signal.addEventListener('abort', onAbort);
    const socket = start((opened) => settle() && resolve(opened), fail);
  });
}

/** Settles at the deadline whatever a library does. @throws TransportError then */
export function untilOver<T>(work: Promise<T>, { signal, timing }: Waiting): Promise<T> {
  const over = new Promise<never>((_, reject) => {
    const onAbort = () => reject(overdueError(signal, timing));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
  });
  return Promise.race([work, over]);
}

/** @returns what an aborted call was waiting for */
export function overdueError({ reason }: AbortSignal, timing: Timing): TransportError {
  const isLate = !(reason instanceof TransportError) || reason.reason === 'too-late';
  return isLate ? new TransportError(timing.overdue(), { cause: reason }) : reason;
}
