import type { ServiceWorkerFacts } from '../../link/updates/updates.ts';

/** @returns whether this page starts without the server, and why not, in a few words */
export function offlineWords(facts: ServiceWorkerFacts): string {
  if (!facts.supported)
    return 'Not here: the page was not opened over HTTPS, or the browser is old';
  if (facts.inControl) return 'Starts and shows its last data';
  if (facts.installing) return 'Being made ready';
  if (facts.kept) return 'Starts from the next time it is opened';
  return facts.failed ? 'Could not be kept on this device' : 'Not ready yet';
}
