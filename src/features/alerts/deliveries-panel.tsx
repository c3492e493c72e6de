import { Anchor, Badge, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Delivery } from '../../../contract/shapes/alert.ts';
import { useRead, useReadData } from '../../console/reads.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import { ScrollTable } from '../../ui/scroll-table.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';

const SHOWN = 50;

/** What was sent, to whom, and what could not be. */
export function DeliveriesPanel() {
  const channels = useReadData('alertChannels');
  const names = new Map(channels?.map(({ id, name }) => [id, name]));
  return (
    <ReadPanel
      flush
      title="Deliveries"
      description={`The newest ${SHOWN}; one that fails is tried again for over an hour`}
      read={useRead('alertDeliveries')}
      failed="The deliveries could not be read"
      room="13rem"
      lines={3}
    >
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState
            title="Nothing has been sent yet"
            description="Send a test to see whether a channel works."
            icon={<IconSend />}
          />
        ) : (
          <ScrollTable
            label="Deliveries"
            minWidth="40rem"
            data={{
              head: ['Alert', 'Channel', 'Result', 'Attempts', 'Time'],
              body: rows
                .slice(0, SHOWN)
                .map((row) => cellsOf(row, names.get(row.channel) ?? row.channel)),
            }}
          />
        )
      }
    </ReadPanel>
  );
}

function cellsOf(delivery: Delivery, channel: string): ReactNode[] {
  const { title, incident, attempts, error, at, triedAt } = delivery;
  const { label, color } = deliveryState(delivery);
  return [
    incident === null ? (
      title
    ) : (
      <Anchor key="title" inherit component={Link} to={`/incidents/${incident}`}>
        {title}
      </Anchor>
    ),
    channel,
    <div key="state">
      <Badge color={color} miw="max-content">
        {label}
      </Badge>
      {error === null ? null : (
        <Text size="xs" c="dimmed" maw="24rem" style={{ overflowWrap: 'anywhere' }}>
          {error}
        </Text>
      )}
    </div>,
    attempts,
    <TimeAgo key="at" at={triedAt ?? at} />,
  ];
}

const STATES: Readonly<Record<string, { readonly label: string; readonly color: string }>> = {
  waiting: { label: 'Waiting', color: 'yellow' },
  sent: { label: 'Sent', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
  dropped: { label: 'Dropped', color: 'gray' },
};

/** @returns what became of an alert, as a word and its colour; a state of a newer server as it is */
function deliveryState({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>) {
  const known = Object.hasOwn(STATES, state) ? STATES[state] : undefined;
  const { label, color } = known ?? { label: state, color: 'gray' };
  return { label: state === 'waiting' && attempts > 0 ? 'Tried again soon' : label, color };
}
