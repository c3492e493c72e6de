import { afterPaint } from '../after-paint.ts';
import { accountName } from '../link/markers.ts';
import { fill } from './fill.ts';
import { readLastKnown } from './last-known.ts';

/**
 * Runs in the dashboard's HTML before its first layout: what this browser kept of the account is in the first
 * paint. It is dated and claims nothing of now; the console takes its place.
 */
const ASKED = ['stats', 'activity', 'bundles'];

try {
  const known = readLastKnown(accountName());
  const isMeant = document.documentElement.dataset.notForYou === undefined;
  if (known !== undefined && isMeant) {
    const shown = fill(document, known.parts, Date.now() + known.skewMs);
    if (ASKED.every((name) => shown.includes(name)))
      afterPaint(() => performance.mark('last-known'));
  }
} catch {
  // The page is shown without it.
}
