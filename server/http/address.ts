import type { FastifyRequest } from 'fastify';

/** What only programs read; everything else is the console's. */
const PROGRAM_PREFIXES = ['/api', '/ws', '/mesh', '/.well-known', '/metrics'];

/** @returns the request's path without its query, which may hold what somebody searched for */
export function pathOf(request: Pick<FastifyRequest, 'url'>): string {
  const end = request.url.indexOf('?');
  return end === -1 ? request.url : request.url.slice(0, end);
}

/** @returns whether the path belongs to programs: answered as JSON, never by the console's page */
export function isForPrograms(path: string): boolean {
  return PROGRAM_PREFIXES.some(
    (prefix) =>
      path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/'),
  );
}
