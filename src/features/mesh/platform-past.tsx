import { Box, Skeleton, Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { HistoryRange } from '../../../contract/limits.ts';
import type { Connection, MeshHistory } from '../../../contract/shapes/mesh.ts';
import { describeHistory } from '../../shared/availability.ts';
import { latencyText } from '../../shared/format.ts';
import { AvailabilityBars } from '../../ui/availability-bars.tsx';
import { type DataRead, ReadNote } from '../../ui/read-state.tsx';

const LatencyChart = lazy(async () => ({
  default: (await import('./latency-chart.tsx')).LatencyChart,
}));

interface PlatformPastProps {
  connection: Connection;
  history: DataRead<MeshHistory>;
  range: HistoryRange;
  now: number;
}

/** How available a platform was over the range, and how fast it answered. */
export function PlatformPast({ connection, history, range, now }: PlatformPastProps) {
  const { id, name } = connection;
  const { data } = history;
  const own = data?.platforms.find(({ platform }) => platform === id);
  if (history.loading) return <Skeleton height="16rem" />;
  if (!data || !own) {
    return (
      <Text size="sm" c="dimmed">
        Not read yet on this device.
      </Text>
    );
  }
  const { share, over, held, label } = describeHistory(name, own.slots, range);
  const speeds = `median ${latencyText(own.medianMs)}, 95th percentile ${latencyText(own.p95Ms)}`;
  return (
    <Stack gap="xs">
      <ReadNote read={history} now={now} />
      <Box __vars={{ '--bars-height': '2.5rem' }}>
        <AvailabilityBars slots={own.slots} label={label} faded={history.age !== 'fresh'} />
      </Box>
      <Text size="sm">
        <strong>{share}</strong> available · {held}
      </Text>
      <Text size="sm">Latency: {speeds}</Text>
      {own.medianMs === null ? null : (
        <Suspense fallback={<Skeleton height="12rem" />}>
          <LatencyChart
            from={data.from}
            stepMs={data.slotMs}
            values={own.slots.map(({ latencyMs }) => latencyMs)}
            label={`Latency of ${name}, ${over}: ${speeds}`}
          />
        </Suspense>
      )}
    </Stack>
  );
}
