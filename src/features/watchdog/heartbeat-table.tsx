import { Table, Text } from '@mantine/core';
import type { PlatformHeartbeat } from '../../../contract/shapes/watchdog.ts';
import { Panel } from '../../ui/panel.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';

interface HeartbeatTableProps {
  platforms: readonly PlatformHeartbeat[];
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** What became of the heartbeats that were sent to each platform. */
export function HeartbeatTable({ platforms, now }: HeartbeatTableProps) {
  const answering = platforms.filter(({ lastError }) => lastError === null).length;
  return (
    <Panel
      flush
      title="Heartbeats by platform"
      description={`${answering} of ${platforms.length} answered their last heartbeat`}
    >
      <Table.ScrollContainer
        minWidth="34rem"
        type="native"
        tabIndex={0}
        role="region"
        aria-label="Heartbeats by platform, table"
      >
        <Table tabularNums>
          <thead>
            <tr>
              <th>Platform</th>
              <th>Sent</th>
              <th>Answered</th>
              <th>Missed</th>
              <th>Last answer</th>
            </tr>
          </thead>
          <tbody>
            {platforms.map((platform) => (
              <tr key={platform.id}>
                <td>
                  <StatusMark status={platform.lastError === null ? 'connected' : 'error'} />{' '}
                  {platform.name}
                </td>
                <td>{platform.sent.toLocaleString()}</td>
                <td>{platform.answered.toLocaleString()}</td>
                <td>{platform.missed.toLocaleString()}</td>
                <td>
                  {platform.lastAnswer === null ? (
                    'Never'
                  ) : (
                    <TimeAgo at={platform.lastAnswer} now={now} />
                  )}
                  {platform.lastError === null ? null : (
                    <Text span size="sm" c="dimmed">
                      {' '}
                      · {platform.lastError}
                    </Text>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}
