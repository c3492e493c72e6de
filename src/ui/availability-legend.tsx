import { Box, Group } from '@mantine/core';
import { AvailabilityBars } from './availability-bars.tsx';

const KINDS = {
  up: 'Up',
  late: 'Slow',
  down: 'Down',
  planned: 'Maintenance',
  notMeasured: 'Not measured',
};
const NO_TIME = { up: 0, late: 0, down: 0, notMeasured: 0 };

/** @param kinds what the bars may show, by word; left out: all that a platform's do */
export function AvailabilityLegend({ kinds = KINDS }: { kinds?: Partial<typeof KINDS> }) {
  return (
    <Group gap="md" fz="xs" aria-hidden="true">
      {Object.entries(kinds).map(([kind, word]) => (
        <Group key={kind} gap={6}>
          <Box w="0.375rem" __vars={{ '--bars-height': '0.75rem' }}>
            <AvailabilityBars slots={[{ ...NO_TIME, [kind]: 1 }]} label={word} />
          </Box>
          {word}
        </Group>
      ))}
    </Group>
  );
}
