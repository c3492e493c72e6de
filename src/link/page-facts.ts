import type { PageFacts } from '../worker/api.ts';

const EVENTS = {
  window: ['online', 'offline', 'pageshow', 'pagehide'],
  document: ['visibilitychange', 'freeze', 'resume'],
} as const;

/**
 * Tells the worker what it cannot see: whether anybody can look at the page, and what the browser says
 * about the network.
 *
 * @returns the undo
 */
export function followPage(link: { tell(facts: PageFacts): void }): () => void {
  const told = new AbortController();
  const tell = (event?: Event) =>
    link.tell({
      visible:
        document.visibilityState === 'visible' &&
        event?.type !== 'freeze' &&
        event?.type !== 'pagehide',
      online: navigator.onLine,
    });
  for (const name of EVENTS.window) addEventListener(name, tell, { signal: told.signal });
  for (const name of EVENTS.document)
    document.addEventListener(name, tell, { signal: told.signal });
  tell();
  return () => told.abort();
}
