import { expect, test } from 'vitest';
import { CONSOLE_PAGE, isConsolePath, PLAIN_PAGE, pageForPath } from '../../contract/pages.ts';

test.each([
  ['/', true],
  ['/dashboard', true],
  ['/admin/route66-proof', true],
  ['/no-such-page', true],
  ['/no.such/page', true],
  ['/apiary', true],
  ['/mesh-network', true],
  ['/metrics-of-mine', true],
  ['/api', false],
  ['/api/dashboard/stats', false],
  ['/ws', false],
  ['/mesh/probe', false],
  ['/.well-known/jwks.json', false],
  ['/.well-known/security.txt', false],
  ['/metrics', false],
  ['/healthz', false],
  ['/readyz', false],
  ['/status', false],
  ['/status/feed.atom', false],
  ['/statuses', true],
  ['/repair.html', false],
  ['/no-such-file.js', false],
  ['/api%2fdashboard', false],
  ['/..%5Cetc', false],
  ['/dash%00board', false],
])('a navigation to %s is answered by the console: %s', (path, expected) => {
  expect(isConsolePath(path)).toBe(expected);
});

test.each([
  ['/mesh-network/forge', CONSOLE_PAGE],
  ['/incidents/12', CONSOLE_PAGE],
  ['/incidents/12/more', PLAIN_PAGE],
  ['/mesh-network/', PLAIN_PAGE],
  ['/toString', PLAIN_PAGE],
])('a navigation to %s is answered with %s', (path, page) => {
  expect(pageForPath(path)).toBe(page);
});
