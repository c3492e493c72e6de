import { TO_KEEP_HEADER } from '../../contract/headers.ts';

const SCRIPT = /\.js$/;

/**
 * How a file of the shell is asked for. What once came in its place may lie in the browser's cache as that file, for
 * a year, so the server is asked; and a script is had whole once more, because as the server sends it to be kept it
 * starts faster than as a page's first visit had it.
 */
export function askedToKeep(url: string): RequestInit {
  if (!SCRIPT.test(url)) return { cache: 'no-cache' };
  return { cache: 'no-store', headers: { [TO_KEEP_HEADER]: '1' } };
}
