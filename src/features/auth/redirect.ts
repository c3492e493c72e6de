/** Where a sign-in leads when nobody asked for anything else. */
export const HOME = '/dashboard';

/** Only a path of this very site, so that a crafted link cannot lead a fresh sign-in elsewhere. */
export function ownPath(value: unknown, origin: string): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, origin)) {
    return undefined;
  }
  const url = new URL(value, origin);
  if (url.origin !== origin || url.pathname === '/login') return undefined;
  const path = url.pathname + url.search + url.hash;
  return path.startsWith('//') ? undefined : path;
}
