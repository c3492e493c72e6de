import type { Registry } from 'prom-client';
import { metric } from '../metrics/gauges.ts';
import type { Hub } from './hub.ts';
import { type LoadGuard, SHORTAGES } from './load-guard.ts';

/** Live sockets, why one more would be refused now, and why some were. */
export function liveMetrics(
  registry: Registry,
  {
    hub: { counters },
    loadGuard,
  }: { readonly hub: Pick<Hub, 'counters'>; readonly loadGuard: LoadGuard },
): void {
  metric(registry, ['meridian_live_sockets', 'Open live sockets.'], () => counters().sockets);
  metric(
    registry,
    [
      'meridian_eventloop_delay_seconds',
      'How late the event loop was, on average over three seconds.',
    ],
    () => loadGuard.load().delayMs / 1000,
  );
  metric(
    registry,
    ['meridian_memory_used_ratio', 'Used memory, of what the process may use.'],
    () => loadGuard.load().memory,
  );
  metric(
    registry,
    ['meridian_live_messages_total', 'Live messages sent since start.'],
    () => counters().published,
  );
  metric(
    registry,
    ['meridian_live_dropped_total', 'Sockets closed as too slow.'],
    () => counters().dropped,
  );
  metric(
    registry,
    ['meridian_live_full', '1: new live sockets are refused for this reason.', 'reason'],
    () => {
      const shortage = loadGuard.shortage(counters().sockets);
      return SHORTAGES.map((reason) => [reason, Number(reason === shortage)]);
    },
  );
  metric(
    registry,
    ['meridian_live_refused_total', 'Live sockets that were refused since start.', 'reason'],
    () => {
      const { refused } = counters();
      return [...SHORTAGES, 'account' as const].map((reason) => [reason, refused.get(reason) ?? 0]);
    },
  );
}
