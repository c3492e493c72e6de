import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { HistoryRange } from '../../../contract/limits.ts';
import type { Connection, MeshHistory } from '../../../contract/shapes/mesh.ts';
import { durationText, latencyText } from '../../shared/format.ts';
import { momentText } from '../../shared/moment.ts';
import { currentLatency } from '../../shared/verdict.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { type DataRead, ReadNote, type ReadState } from '../../ui/read-state.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import type { Command } from '../watchdog/use-watchdog-commands.ts';
import { type EventsOfPlatform, PlatformEvents } from './platform-events.tsx';
import { PlatformPast } from './platform-past.tsx';
import { RangeControl } from './range-control.tsx';

interface PlatformDetailsProps {
  connection: Connection;
  /** Of the connection. */
  read: ReadState;
  /** null: this server has none. */
  history: DataRead<MeshHistory> | null;
  range: HistoryRange;
  onRange: (range: HistoryRange) => void;
  events: EventsOfPlatform;
  reconnect: Command;
  acknowledgeKey: Command;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** One platform: its state, its past, what happened to it, and what can be done. */
export function PlatformDetails(props: PlatformDetailsProps) {
  const { connection, read, history, range, onRange, events, reconnect, now } = props;
  const { name, domain } = connection;
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <ReadNote read={read} now={now} />
        <StateList {...props} />
      </Stack>
      <KeyChange {...props} />
      {history ? (
        <section aria-labelledby="platform-history">
          <Group justify="space-between" mb="xs">
            <Title order={3} id="platform-history">
              Availability
            </Title>
            <RangeControl value={range} onChange={onRange} />
          </Group>
          <PlatformPast connection={connection} history={history} range={range} now={now} />
        </section>
      ) : null}
      <PlatformEvents connection={connection} events={events} now={now} />
      <Group gap="xs">
        <Button loading={reconnect.pending} onClick={reconnect.run}>
          Probe all platforms now
        </Button>
        <Button component={Link} to="/admin/route66-proof" search={{ peer: domain } as never}>
          Prove {name}
        </Button>
      </Group>
    </Stack>
  );
}

function StateList({ connection, read: { age }, now }: PlatformDetailsProps) {
  const { domain, status, since, lastSeen, failure } = connection;
  const isKnown = age !== 'unknown' && status !== 'unknown';
  return (
    <DescriptionList
      labelWidth="7rem"
      items={{
        Status: <StatusMark status={status} age={age} word />,
        Since:
          since && isKnown ? `${momentText(since, true)} (${durationText(now - since)})` : null,
        Reason: failure || null,
        'Last seen':
          lastSeen === null ? (
            'never'
          ) : (
            <>
              {momentText(lastSeen, true)} (<TimeAgo at={lastSeen} now={now} />)
            </>
          ),
        Latency: latencyText(currentLatency(connection)),
        Address: domain,
      }}
    />
  );
}

function KeyChange({ connection, acknowledgeKey }: PlatformDetailsProps) {
  const { name, keyChange } = connection;
  if (!keyChange) return null;
  return (
    <Alert color="yellow" title={`${name} signs with a new key`}>
      <Text size="sm">
        Since {momentText(keyChange.at, true)}. Ask its operators whether they changed it.
      </Text>
      <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        was {keyChange.from}
        <br />
        now {keyChange.to}
      </Text>
      <Button size="xs" mt="xs" loading={acknowledgeKey.pending} onClick={acknowledgeKey.run}>
        Acknowledge the new key
      </Button>
    </Alert>
  );
}
