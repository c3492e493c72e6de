import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isHealthPath } from '../../contract/pages.ts';
import { LIVE_PATH, REPORTS_PATH } from '../../contract/paths.ts';
import { httpError } from '../base/http-error.ts';
import { bearerToken } from './bearer.ts';
import { offersWebsocket } from './listener.ts';
import { requestPath } from './routes.ts';
import { isShareRequest } from './share-target.ts';

/**
 * Refuses foreign host names for this server (DNS rebinding), and writes and socket upgrades that a page of another
 * site started (cross-site request forgery). Runs before anything else reads the request.
 *
 * A request without Sec-Fetch-Site, Origin and Referer comes from a program, not from a page in a browser: it
 * abuses nobody's cookie, so it passes. So does one with a bearer token, whose cookies are not read.
 */
export function guardOrigin(
  app: FastifyInstance,
  options: { allowedHosts: readonly string[] },
): void {
  const isOwnHost = createHostCheck(options.allowedHosts);
  app.addHook('onRequest', (request, _reply, done) => {
    done(findGuardError(request, isOwnHost));
  });
  // Node no longer owns the socket of an upgrade: after an error it is ours to close.
  app.addHook('onResponse', (request, _reply, done) => {
    if (offersWebsocket(request.raw)) request.raw.socket.destroySoon();
    done();
  });
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

function findGuardError(request: FastifyRequest, isOwnHost: (host: string) => boolean) {
  const host = request.headers.host ?? '';
  if (hasSecondHost(request.raw.rawHeaders)) return httpError(400, 'The request has two hosts.');
  // Load balancers ask under names of their own.
  if (!isOwnHost(host) && !isHealthPath(requestPath(request)))
    return httpError(
      421,
      'This server does not answer to that name: ALLOWED_HOSTS in its configuration may have it.',
    );
  const upgrades = offersWebsocket(request.raw);
  if (upgrades && requestPath(request) !== LIVE_PATH)
    return httpError(400, 'No other protocol is available at this address.');
  // Whoever knows a secret address abuses nobody's cookie, and a report counts however it is sent.
  if (requestPath(request).startsWith(REPORTS_PATH)) return undefined;
  if (request.headers['content-encoding'] !== undefined)
    return httpError(415, 'Compressed requests are not accepted.');
  return upgrades || !isHarmless(request) ? crossSiteError(request, host) : undefined;
}

const isHarmless = (request: FastifyRequest): boolean =>
  SAFE_METHODS.has(request.method) || isShareRequest(request);

function crossSiteError(request: FastifyRequest, host: string) {
  if (bearerToken(request) !== undefined) return undefined;
  const { origin, referer, 'sec-fetch-site': site } = request.headers;
  const own = originOf(`${request.protocol}://${host}`);
  const from = origin ?? (referer && originOf(referer));
  const isForeignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
  const isOwn = from === undefined || (own !== null && from === own);
  if (isOwn && !isForeignSite) return undefined;
  // Most often a proxy passes another host or protocol on than the browser has.
  request.log.info({ own, from, site }, 'request of another origin refused');
  return httpError(
    403,
    'This request came from another site, or through a proxy that does not pass Host and X-Forwarded-Proto on, or that TRUSTED_PROXIES does not count.',
  );
}

/** @returns the origin of a web address, without a default port; null of anything else */
const originOf = (address: string): string | null =>
  /^https?:/i.test(address) && URL.canParse(address) ? new URL(address).origin : null;

/** Node keeps the first and drops the others; a proxy in front of it may have kept the last. */
function hasSecondHost(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}

/** @returns a check of a Host header: literal addresses cannot be rebound, names must be our own */
function createHostCheck(allowedHosts: readonly string[]): (host: string) => boolean {
  const machine = hostname().toLowerCase();
  const names = new Set(['localhost', machine, `${machine}.local`, ...allowedHosts]);
  return (host) => {
    const match = /^(?:\[(?<six>[\da-f:.]+)\]|(?<name>[a-z\d_.-]+))(?::\d{1,5})?$/i.exec(host);
    const name = (match?.groups?.six ?? match?.groups?.name)?.toLowerCase();
    return name !== undefined && (isIP(name) !== 0 || names.has(name));
  };
}
