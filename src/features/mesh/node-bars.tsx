import { Anchor, Box, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { MeshHistory } from '../../../contract/shapes/mesh.ts';
import { useRead } from '../../console/reads.ts';
import { firstSlot, timesText, totalTimes } from '../../domain/availability.ts';
import { durationText } from '../../domain/format.ts';
import { AvailabilityBars } from '../../ui/availability-bars.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type DataRead, ReadNote, readTrouble } from '../../ui/read-state.tsx';

/** The bars of this node, with their data. A server without them has no panel. */
export function NodeBars({ now }: { now: number }) {
  return <NodePanel history={useRead('meshHistory', { range: '90d' })} now={now} />;
}

interface NodePanelProps {
  history: DataRead<MeshHistory>;
  now: number;
}

/** The last 90 days of this node in bars: when it measured. */
export function NodePanel({ history, now }: NodePanelProps) {
  const node = history.data?.node;
  if (!history.data || !node) return null;
  const total = totalTimes(node.slots);
  return (
    <Panel
      title="This node"
      description={`Last 90 days, one bar is ${durationText(history.data.slotMs)}`}
      actions={
        <Anchor
          component={Link}
          size="sm"
          to="/mesh-network/$platform"
          params={{ platform: node.id } as never}
        >
          When nothing was measured
        </Anchor>
      }
      footer={
        readTrouble(history) ? (
          <ReadNote read={history} failed="The history could not be read" now={now} />
        ) : null
      }
    >
      <Box __vars={{ '--bars-height': '2rem' }}>
        <AvailabilityBars
          slots={node.slots.slice(firstSlot(node.slots))}
          label={`${node.name}, last 90 days: ${timesText(total)}`}
          faded={history.age !== 'fresh'}
        />
      </Box>
      <Text size="sm" c="dimmed">
        Measured {durationText(total.up)}
        {total.notMeasured > 0 ? `, not measured ${durationText(total.notMeasured)}` : null}
      </Text>
    </Panel>
  );
}
