import type { FastifyRequest } from 'fastify';

const BEARER = /^Bearer(?: +(?<token>.*))?$/i;

/**
 * A request with a bearer token brings no cookie that counts. No page of another site can send one: the browser would
 * ask first (CORS preflight), and this server never answers that.
 *
 * @returns the token of `Authorization: Bearer` (RFC 6750), which may be anything; undefined without that header
 */
export function bearerToken({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const match = BEARER.exec(headers.authorization ?? '');
  return match === null ? undefined : (match.groups?.token ?? '');
}
