import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PlatformHeartbeat } from '../../../contract/shapes/watchdog.ts';
import { useFirstRows } from '../../ui/first-rows.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ScrollTable } from '../../ui/scroll-table.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';

/** What became of the heartbeats that were sent to each platform. */
export function HeartbeatTable({ platforms }: { platforms: readonly PlatformHeartbeat[] }) {
  const answering = platforms.filter(({ lastError }) => lastError === null);
  const silent = platforms.filter(({ lastError }) => lastError !== null);
  const [shown, more] = useFirstRows([...silent, ...answering], 'platforms');
  return (
    <Panel
      flush
      title="Heartbeats by platform"
      description={`${answering.length} of ${platforms.length} answered their last heartbeat`}
    >
      <ScrollTable
        label="Heartbeats by platform"
        minWidth="34rem"
        data={{
          head: ['Platform', 'Last answer', 'Sent', 'Answered', 'Missed'],
          body: shown.map(cellsOf),
        }}
      />
      {more}
    </Panel>
  );
}

function cellsOf(platform: PlatformHeartbeat): ReactNode[] {
  const { name, sent, answered, missed, lastAnswer, lastError } = platform;
  return [
    <Group key="name" gap="xs" wrap="nowrap">
      <StatusMark status={lastError === null ? 'connected' : 'error'} />
      <Text inherit maw="18rem" lineClamp={2} title={name}>
        {name}
      </Text>
    </Group>,
    <Text key="last" span inherit style={{ whiteSpace: 'nowrap' }}>
      {lastAnswer === null ? 'Never' : <TimeAgo at={lastAnswer} />}
      {lastError === null ? null : (
        <Text span size="sm" c="dimmed">
          {' '}
          · {lastError}
        </Text>
      )}
    </Text>,
    sent.toLocaleString(),
    answered.toLocaleString(),
    missed.toLocaleString(),
  ];
}
