import type { LinkState } from '../link/link-state.ts';

/**
 * When this screen last had proof of the server, or since when it has none: server time, epoch milliseconds.
 * Undefined before the first try has ended.
 */
export function linkSince(link: LinkState): number | undefined {
  switch (link.state) {
    case 'live':
      return link.lastHeardAt;
    case 'connecting':
      return undefined;
    default:
      return link.since;
  }
}
