import type { Registry } from 'prom-client';
import { counter, gauge, labelled } from '../metrics/gauges.ts';
import type { Hub } from './hub.ts';
import { type LoadGuard, SHORTAGES } from './load-guard.ts';

interface LiveMetricsDeps {
  readonly hub: Pick<Hub, 'counters'>;
  readonly loadGuard: LoadGuard;
}

/** Live sockets, why one more would be refused now, and why some were. */
export function liveMetrics(registry: Registry, { hub, loadGuard }: LiveMetricsDeps): void {
  const { counters } = hub;
  const gauges: [string, string, () => number][] = [
    ['meridian_live_sockets', 'Open live sockets.', () => counters().sockets],
    [
      'meridian_eventloop_delay_seconds',
      'How late the event loop was, on average over a second.',
      () => loadGuard.load().delayMs / 1000,
    ],
    [
      'meridian_memory_used_ratio',
      'Used memory, of what the process may use.',
      () => loadGuard.load().memory,
    ],
  ];
  for (const one of gauges) gauge(registry, ...one);
  const totals: [string, string, () => number][] = [
    ['meridian_live_messages_total', 'Live messages sent since start.', () => counters().published],
    ['meridian_live_dropped_total', 'Sockets closed as too slow.', () => counters().dropped],
  ];
  for (const one of totals) counter(registry, ...one);
  labelled(
    registry,
    {
      type: 'gauge',
      name: 'meridian_live_full',
      help: '1: new live sockets are refused for this reason.',
      label: 'reason',
    },
    () => {
      const shortage = loadGuard.shortage(counters().sockets);
      return SHORTAGES.map((reason) => [reason, reason === shortage ? 1 : 0]);
    },
  );
  labelled(
    registry,
    {
      type: 'counter',
      name: 'meridian_live_refused_total',
      help: 'Live sockets that were refused since start.',
      label: 'reason',
    },
    () => {
      const { refused } = counters();
      return [...SHORTAGES, 'account' as const].map((reason) => [reason, refused.get(reason) ?? 0]);
    },
  );
}
