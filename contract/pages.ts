/**
 * Pages whose first paint is in the HTML that is served: built once, shown before any script has run. Every
 * other address of the console gets the page without one.
 */
export const PLAIN_PAGE = 'index.html';

export const BUILT_PAGES: Readonly<Record<string, string>> = {
  '/': 'page-landing.html',
  '/login': 'page-login.html',
  '/signup': 'page-signup.html',
  '/dashboard': 'page-dashboard.html',
  '/mesh-network': 'page-mesh-network.html',
  '/zip-bundles': 'page-zip-bundles.html',
  '/route66-protocol': 'page-route66-protocol.html',
  '/admin-watchdog': 'page-admin-watchdog.html',
  '/admin/heartbeat': 'page-admin-heartbeat.html',
  '/admin/route66-proof': 'page-admin-route66-proof.html',
};

/** @returns name of the file, in the console's folder, that answers a navigation to the path */
export function pageOf(path: string): string {
  return (Object.hasOwn(BUILT_PAGES, path) && BUILT_PAGES[path]) || PLAIN_PAGE;
}
