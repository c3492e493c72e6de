import type { FastifyRequest } from 'fastify';

const BEARER = /^Bearer(?: +(?<token>.*))?$/i;

/**
 * With a bearer token no cookie counts. No page of another site can send one: the browser would ask first (CORS preflight),
 * and this server never answers that.
 */
export function bearerToken({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const match = BEARER.exec(headers.authorization ?? '');
  return match === null ? undefined : (match.groups?.token ?? '');
}
