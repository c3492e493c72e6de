import { Alert, Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useAction } from '../../console/actions.ts';
import { useServerNow } from '../../console/connection.ts';
import { useKnownPlatforms } from '../../console/platforms.ts';
import { useRead, useReadData } from '../../console/reads.ts';
import { useReconnect } from '../../console/use-watchdog-commands.ts';
import { durationText, latencyText } from '../../domain/format.ts';
import { runbookOf } from '../../domain/incident-text.ts';
import { isMeshNode } from '../../domain/mesh-origin.ts';
import { momentAgoText, momentText } from '../../domain/moment.ts';
import { platformNames } from '../../domain/platform-name.ts';
import { currentLatency, type Judged } from '../../domain/verdict.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReadNote, type ReadState, readTrouble } from '../../ui/read-state.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { drillEnd, untilText } from './incident-list.tsx';

interface PlatformStateProps {
  connection: Judged<Connection>;
  /** Of the connection. */
  read: ReadState;
  /** Buttons of other features. */
  actions: ReactNode;
}

/** @returns what it depends on, and which of that is down */
const dependenciesOf = (
  { cause, dependsOn = [] }: Judged<Connection>,
  all: readonly Connection[],
) => ({
  Cause: cause ? `${cause} is down` : null,
  'Depends on': dependsOn.length > 0 ? platformNames(dependsOn, all) : null,
});

/** What a platform is now, since when and why, and what can be done. */
export function PlatformState({ connection, read, actions }: PlatformStateProps) {
  const now = useServerNow();
  const reconnect = useReconnect();
  const { id, name, domain, status, since, lastSeen, failure } = connection;
  const platforms = useKnownPlatforms();
  const lateMs = useReadData('platform', { id })?.lateMs;
  const age = read.failure && read.age === 'fresh' ? 'stale' : read.age;
  const isKnown = age !== 'unknown' && status !== 'unknown';
  const runbook = runbookOf([connection], id);
  return (
    <Panel
      style={{ height: '100%' }}
      title="State"
      actions={<StatePlans id={connection.id} />}
      footer={
        readTrouble(read) ? <ReadNote read={read} failed="The state could not be read" /> : null
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
                {momentText(lastSeen, true)} (<TimeAgo at={lastSeen} />)
              </>
            ),
          Latency: [
            latencyText(currentLatency(connection)),
            status === 'warning' && lateMs !== undefined && `slow above ${latencyText(lateMs)}`,
          ]
            .filter(Boolean)
            .join(', '),
          ...dependenciesOf(connection, platforms),
          'Bundles, proofs': isMeshNode(connection) ? null : 'for mesh nodes alone',
          Runbook: runbook ? (
            <Anchor inherit href={runbook} target="_blank" rel="noreferrer">
              {runbook}
            </Anchor>
          ) : null,
        }}
      />
      <KeyChange connection={connection} />
      <Group gap="xs">
        {actions}
        <Allowed call="reconnect">
          <Button size="xs" loading={reconnect.pending} onClick={reconnect.run}>
            Probe all platforms now
          </Button>
        </Allowed>
        {isMeshNode(connection) ? (
          <Button
            size="xs"
            renderRoot={(props) => (
              <Link to="/admin/route66-proof" search={{ peer: domain }} {...props} />
            )}
          >
            Prove {name}
          </Button>
        ) : null}
      </Group>
    </Panel>
  );
}

/** A drill that runs, and the present or next maintenance. */
function StatePlans({ id }: { id: string }) {
  const now = useServerNow();
  const drillUntil = drillEnd(useReadData('incidents') ?? [], id);
  const window = useRead('maintenance')
    .data?.filter(({ platforms, endsAt }) => platforms.includes(id) && endsAt > now)
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

function KeyChange({ connection: { id, name, keyChange } }: { connection: Connection }) {
  const { isPending, mutate: acknowledge } = useAction('acknowledgeKey', {
    success: 'The new key is acknowledged',
    failure: 'The key could not be acknowledged',
  });
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
          <Button size="xs" loading={isPending} onClick={() => acknowledge({ params: { id } })}>
            Acknowledge the new key
          </Button>
        </Allowed>
      </Stack>
    </Alert>
  );
}
