import type { FastifyRequest } from 'fastify';

export { isForPrograms } from '../../contract/prefixes.ts';

/** @returns the request's path without its query, which may hold what somebody searched for */
export function pathOf(request: Pick<FastifyRequest, 'url'>): string {
  const end = request.url.indexOf('?');
  return end === -1 ? request.url : request.url.slice(0, end);
}
