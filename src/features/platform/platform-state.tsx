import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Maintenance } from '../../../contract/shapes/maintenance.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { durationText, latencyText } from '../../shared/format.ts';
import { momentAgoText, momentText } from '../../shared/moment.ts';
import { currentLatency } from '../../shared/verdict.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReadNote, type ReadState, readTrouble } from '../../ui/read-state.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Allowed } from '../shell/allowed.tsx';
import type { Command } from '../watchdog/use-watchdog-commands.ts';
import { drillEnd, untilText } from './incident-list.tsx';

export interface PlatformStateProps {
  connection: Connection;
  /** Of the connection. */
  read: ReadState;
  /** Of this platform. */
  incidents: readonly Incident[];
  maintenance: readonly Maintenance[];
  reconnect: Command;
  acknowledgeKey: Command;
  /** Buttons of other features. */
  actions?: ReactNode;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** What a platform is now, since when and why, and what can be done. */
export function PlatformState(props: PlatformStateProps) {
  const { connection, read, reconnect, now } = props;
  const { name, domain, status, since, lastSeen, failure } = connection;
  const age = read.failure && read.age === 'fresh' ? 'stale' : read.age;
  const isKnown = age !== 'unknown' && status !== 'unknown';
  return (
    <Panel
      h="100%"
      title="State"
      actions={<StatePlans {...props} />}
      footer={
        readTrouble(read) ? (
          <ReadNote read={read} failed="The state could not be read" now={now} />
        ) : null
      }
    >
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
        }}
      />
      <KeyChange {...props} />
      <Group gap="xs">
        <Allowed call="reconnect">
          <Button loading={reconnect.pending} onClick={reconnect.run}>
            Probe all platforms now
          </Button>
        </Allowed>
        <Button component={Link} to="/admin/route66-proof" search={{ peer: domain } as never}>
          Prove {name}
        </Button>
        {props.actions}
      </Group>
    </Panel>
  );
}

/** A drill that runs, and the present or next maintenance. */
function StatePlans({ connection: { id }, incidents, maintenance, now }: PlatformStateProps) {
  const drillUntil = drillEnd(incidents);
  const window = maintenance
    .filter(({ platforms, endsAt }) => platforms.includes(id) && endsAt > now)
    .sort((a, b) => a.startsAt - b.startsAt)[0];
  const isActive = window !== undefined && window.startsAt <= now;
  return (
    <>
      {drillUntil === undefined ? null : (
        <Badge color="yellow" variant="outline">
          DRILL {untilText(drillUntil)}
        </Badge>
      )}
      {window ? (
        <Badge color={isActive ? 'blue' : 'gray'}>
          Maintenance{' '}
          {isActive ? untilText(window.endsAt) : `from ${momentAgoText(window.startsAt, now)}`}
        </Badge>
      ) : null}
    </>
  );
}

function KeyChange({ connection, acknowledgeKey }: PlatformStateProps) {
  const { name, keyChange } = connection;
  if (!keyChange) return null;
  return (
    <Alert color="yellow" title={`${name} signs with a new key`}>
      <Stack gap="xs" align="start">
        <Text size="sm">
          Since {momentText(keyChange.at, true)}. Ask its operators whether they changed it.
        </Text>
        <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          was {keyChange.from}
          <br />
          now {keyChange.to}
        </Text>
        <Allowed call="acknowledgeKey">
          <Button size="xs" loading={acknowledgeKey.pending} onClick={acknowledgeKey.run}>
            Acknowledge the new key
          </Button>
        </Allowed>
      </Stack>
    </Alert>
  );
}
