import { Text } from '@mantine/core';
import { useRead } from '../../console/reads.ts';
import { latencyForecast } from '../../domain/forecast.ts';

/**
 * When a platform will answer late, if its latency goes on growing; nothing where that cannot be said.
 *
 * @param id of the platform
 */
export function LatencyForecast({ id }: { id: string }) {
  const lateMs = useRead('platform', { id }).data?.lateMs;
  const { data, age } = useRead('platformHistory', { id, range: '30d' });
  if (lateMs === undefined || data === undefined || age !== 'fresh') return null;
  const text = latencyForecast(data, lateMs);
  return text ? (
    <Text size="sm" fw={500} c="yellow">
      {text}
    </Text>
  ) : null;
}
