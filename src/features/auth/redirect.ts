/** Where a sign-in leads when nobody asked for anything else. */
export const HOME = '/dashboard';

/**
 * The deep link that was asked for before the sign-in. Foreign data: only a path of this very site is taken,
 * so that a crafted link cannot lead a fresh sign-in elsewhere.
 *
 * @returns path, query and fragment; undefined when the value is none of ours
 */
export function ownPath(value: unknown, origin: string): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, origin)) {
    return undefined;
  }
  const url = new URL(value, origin);
  if (url.origin !== origin || url.pathname === '/login') return undefined;
  const path = url.pathname + url.search + url.hash;
  return path.startsWith('//') ? undefined : path;
}
