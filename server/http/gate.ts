import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LIVE_PATH } from '../../contract/paths.ts';
import { pathOf } from './address.ts';
import { refuse } from './refuse.ts';
import { isShare } from './share.ts';

/**
 * What is refused before anything else is looked at: foreign names for this server (DNS rebinding), and
 * writes and socket upgrades that another site's page started (cross-site request forgery).
 *
 * A request without Sec-Fetch-Site, Origin and Referer comes from a program, not from a browser's page:
 * nobody's cookie is abused by it, so it passes.
 */
export function guardGate(
  app: FastifyInstance,
  options: { allowedHosts: readonly string[] },
): void {
  const isOurs = hostCheck(options.allowedHosts);
  app.addHook('onRequest', (request, _reply, done) => {
    done(refusalAtGate(request, isOurs));
  });
  // Node hands the socket of an upgrade over for good: one that was refused is ours to close.
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.headers.upgrade !== undefined) request.raw.socket.destroySoon();
    done();
  });
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

function refusalAtGate(request: FastifyRequest, isOurs: (host: string) => boolean) {
  const host = request.headers.host ?? '';
  if (hasSecondHost(request.raw.rawHeaders)) return refuse(400, 'The request has two hosts.');
  if (!isOurs(host)) return refuse(421, 'This server does not answer to that name.');
  if (request.headers['content-encoding'] !== undefined)
    return refuse(415, 'Compressed requests are not taken.');
  const upgrades = request.headers.upgrade !== undefined;
  if (upgrades && pathOf(request) !== LIVE_PATH)
    return refuse(400, 'There is no other protocol here.');
  if ((SAFE_METHODS.has(request.method) || isShare(request)) && !upgrades) return undefined;
  if (comesFromElsewhere(request, `${request.protocol}://${host}`))
    return refuse(403, 'This request came from another site.');
  return undefined;
}

/** Node keeps the first and drops the others; something in front of it may have kept the last. */
function hasSecondHost(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}

/** @returns a check of a Host header: literal addresses cannot be rebound, names must be ours */
function hostCheck(allowedHosts: readonly string[]): (host: string) => boolean {
  const machine = hostname().toLowerCase();
  const names = new Set(['localhost', machine, `${machine}.local`, ...allowedHosts]);
  return (host) => {
    const match = /^(?:\[(?<six>[\da-f:.]+)\]|(?<name>[a-z\d_.-]+))(?::\d{1,5})?$/i.exec(host);
    const name = (match?.groups?.six ?? match?.groups?.name)?.toLowerCase();
    return name !== undefined && (isIP(name) !== 0 || names.has(name));
  };
}

function comesFromElsewhere({ headers }: FastifyRequest, ownOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  if (headers.origin !== undefined) return headers.origin !== ownOrigin.toLowerCase();
  if (headers.referer === undefined) return false;
  return (
    !URL.canParse(headers.referer) || new URL(headers.referer).origin !== ownOrigin.toLowerCase()
  );
}
