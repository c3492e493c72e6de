/**
 * Addresses that belong to programs: the server answers them as JSON and never with the console's page, and
 * the service worker leaves them alone. The status page is left alone too.
 */
const PROGRAM_PREFIXES = [
  '/api',
  '/ws',
  '/mesh',
  '/.well-known',
  '/metrics',
  '/healthz',
  '/readyz',
  '/status',
] as const;

/** In the query of a page's address: the service worker leaves that load to the server, and to a sign-in in front of it. */
export const PAST_WORKER = 'past-worker';

/** The public status page, and what programs read of it below. It knows nobody: no session, no cookie. */
export const STATUS_PATH = '/status';
export const isStatusPath = (path: string) =>
  path === STATUS_PATH || path.startsWith(`${STATUS_PATH}/`);

/** The process lives. */
export const LIVENESS_PATH = '/healthz';
/** The process may be sent requests. */
export const READINESS_PATH = '/readyz';

/** @returns whether the path is one that supervisors and load balancers ask, under any name and by nobody */
export const isHealthPath = (path: string) => path === LIVENESS_PATH || path === READINESS_PATH;

/** @returns whether the path belongs to programs: one of the prefixes, or below one */
export function isForPrograms(path: string): boolean {
  return PROGRAM_PREFIXES.some(
    (prefix) =>
      path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/'),
  );
}

/** What is below has a hash of its content in its name. */
export const HASHED = '/assets/';

/** Pages whose first paint is in the HTML that is served. Every other address gets the page without one. */
export const PLAIN_PAGE = 'index.html';

/** A static frame, the same for every screen behind the sign-in. */
export const CONSOLE_PAGE = 'page-console.html';

export const BUILT_PAGES: Readonly<Record<string, string>> = {
  '/': 'page-landing.html',
  '/login': 'page-login.html',
  '/signup': 'page-signup.html',
  '/dashboard': CONSOLE_PAGE,
  '/mesh-network': CONSOLE_PAGE,
  '/zip-bundles': CONSOLE_PAGE,
  '/route66-protocol': CONSOLE_PAGE,
  '/admin-watchdog': CONSOLE_PAGE,
  '/admin/heartbeat': CONSOLE_PAGE,
  '/admin/route66-proof': CONSOLE_PAGE,
  '/logs': CONSOLE_PAGE,
  '/incidents': CONSOLE_PAGE,
  '/maintenance': CONSOLE_PAGE,
  '/alerts': CONSOLE_PAGE,
  '/handover': CONSOLE_PAGE,
  '/duty': CONSOLE_PAGE,
  '/account': CONSOLE_PAGE,
  '/platforms': CONSOLE_PAGE,
  '/people': CONSOLE_PAGE,
  '/audit': CONSOLE_PAGE,
  '/status-page': CONSOLE_PAGE,
};

/** Screens of one platform and of one incident. */
const CONSOLE_PATH = /^\/(?:mesh-network|incidents)\/[^/]+$/;

/** @returns name of the file, in the console's folder, that answers a navigation to the path */
export function pageForPath(path: string): string {
  if (CONSOLE_PATH.test(path)) return CONSOLE_PAGE;
  return (Object.hasOwn(BUILT_PAGES, path) && BUILT_PAGES[path]) || PLAIN_PAGE;
}

/** @returns whether the console answers a navigation to this path, with a screen or its "not found" */
export function isConsolePath(path: string): boolean {
  return !isForPrograms(path) && !/\.[^/]*$/.test(path) && !/%(?:2f|5c|00)/i.test(path);
}
