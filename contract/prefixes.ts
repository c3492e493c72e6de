/**
 * Addresses that belong to programs: the server answers them as JSON and never with the console's page, and
 * the service worker leaves them alone.
 */
export const PROGRAM_PREFIXES = ['/api', '/ws', '/mesh', '/.well-known', '/metrics'] as const;

/** @returns whether the path belongs to programs: one of the prefixes, or below one */
export function isForPrograms(path: string): boolean {
  return PROGRAM_PREFIXES.some(
    (prefix) =>
      path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/'),
  );
}
