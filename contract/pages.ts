/** Addresses of programs: the server answers JSON and never the page, and the service worker leaves them alone. */
const PROGRAM_PREFIXES = [
  '/api',
  '/ws',
  '/mesh',
  '/.well-known',
  '/metrics',
  '/healthz',
  '/readyz',
] as const;

/** The process lives. */
export const LIVENESS_PATH = '/healthz';
/** The process may be sent requests. */
export const READINESS_PATH = '/readyz';

export const isHealthPath = (path: string) => path === LIVENESS_PATH || path === READINESS_PATH;

export function isForPrograms(path: string): boolean {
  return PROGRAM_PREFIXES.some(
    (prefix) =>
      path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/'),
  );
}

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
  '/account': CONSOLE_PAGE,
  '/platforms': CONSOLE_PAGE,
  '/people': CONSOLE_PAGE,
  '/audit': CONSOLE_PAGE,
};

const CONSOLE_PATH = /^\/(?:mesh-network|incidents)\/[^/]+$/;

export function pageForPath(path: string): string {
  if (CONSOLE_PATH.test(path)) return CONSOLE_PAGE;
  return (Object.hasOwn(BUILT_PAGES, path) && BUILT_PAGES[path]) || PLAIN_PAGE;
}

/** @returns whether the console answers a navigation to this path, with a screen or its "not found" */
export function isConsolePath(path: string): boolean {
  return !isForPrograms(path) && !/\.[^/]*$/.test(path) && !/%(?:2f|5c|00)/i.test(path);
}
