import { STATS } from './meridian.ts';
import type { FakeServer } from './server.ts';

/** A read that the table polls, and a server's answer to it. */
export const WATCHDOG = '/api/admin/watchdog/summary';

export const SUMMARY = {
  platform: 'meridian',
  ts: 1,
  forgeRun: '',
  heartbeat: { enabled: true, sentCount: 1, intervalSec: 30 },
  meshStats: STATS,
  endpoints: ['GET /'],
};

export function serveWatchdog(server: FakeServer): void {
  server.route('GET', WATCHDOG, () => ({ body: SUMMARY }));
}
