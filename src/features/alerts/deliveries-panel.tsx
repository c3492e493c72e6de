import { Anchor, Badge, EmptyState, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Channel, Delivery } from '../../../contract/shapes/alert.ts';
import { ReadPanel } from '../../ui/read-panel.tsx';
import type { DataRead } from '../../ui/read-state.tsx';
import { ScrollTable } from '../../ui/scroll-table.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { deliveryState } from './delivery-state.ts';

const SHOWN = 50;

interface DeliveriesPanelProps {
  /** Newest first. */
  deliveries: DataRead<readonly Delivery[]>;
  channels: readonly Channel[];
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** What was sent, to whom, and what could not be. */
export function DeliveriesPanel({ deliveries, channels, now }: DeliveriesPanelProps) {
  const names = new Map(channels.map(({ id, name }) => [id, name]));
  return (
    <ReadPanel
      flush
      title="Deliveries"
      description={`The newest ${SHOWN}; one that fails is tried again for over an hour`}
      read={deliveries}
      failed="The deliveries could not be read"
      room="13rem"
      lines={3}
      now={now}
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
                .map((row) => cellsOf(row, names.get(row.channel) ?? row.channel, now)),
            }}
          />
        )
      }
    </ReadPanel>
  );
}

function cellsOf(delivery: Delivery, channel: string, now: number): ReactNode[] {
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
    <TimeAgo key="at" at={triedAt ?? at} now={now} />,
  ];
}
