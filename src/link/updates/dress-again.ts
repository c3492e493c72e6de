/**
 * Takes stylesheets of this page again that were damaged on this device when it took them: in their places, without
 * loading the page anew. What a browser holds in memory of them goes by the address, so they are asked for by another.
 *
 * @param files names of what is whole by now
 */
export function dressAgain(files: readonly string[]): void {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]');
  for (const link of links) {
    const { pathname } = new URL(link.href);
    if (files.includes(pathname.slice(1))) link.href = `${pathname}?again`;
  }
}
