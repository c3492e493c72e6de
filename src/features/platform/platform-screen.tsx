import { Anchor, Grid, Stack } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { PlatformRange } from '../../../contract/limits.ts';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { PlatformDetails, PlatformHistory } from '../../../contract/shapes/mesh.ts';
import { Panel } from '../../ui/panel.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import type { DataRead } from '../../ui/read-state.tsx';
import { IncidentList, incidentsLink } from './incident-list.tsx';
import { LatencyPanel } from './latency-panel.tsx';
import { AboutPanel, ProbesPanel } from './platform-about.tsx';
import { type EventsOfPlatform, PlatformEvents } from './platform-events.tsx';
import { PlatformState, type PlatformStateProps } from './platform-state.tsx';
import { UptimePanel } from './uptime-panel.tsx';

const INCIDENTS_SHOWN = 10;

export interface PlatformScreenProps extends Omit<PlatformStateProps, 'incidents'> {
  /** null, here and below: this server has none. */
  details: DataRead<PlatformDetails> | null;
  /** Of 90 days. */
  days: DataRead<PlatformHistory> | null;
  /** Of the range. */
  history: DataRead<PlatformHistory> | null;
  range: PlatformRange;
  onRange: (range: PlatformRange) => void;
  /** Of all platforms. */
  incidents: DataRead<readonly Incident[]> | null;
  events: EventsOfPlatform;
}

/** One platform: its state, how it was, what happened to it, and what can be done. */
export function PlatformScreen(props: PlatformScreenProps) {
  const { connection, details, days, history, range, onRange, events, now } = props;
  const { id, name } = connection;
  const all = props.incidents?.data;
  const incidents = useMemo(() => all?.filter(({ platform }) => platform === id), [all, id]);
  return (
    <Stack>
      <BackToMesh />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: details ? 6 : 12 }}>
          <PlatformState {...props} incidents={incidents ?? []} />
        </Grid.Col>
        {details ? (
          <Grid.Col span={{ base: 12, lg: 6 }}>
            <AboutPanel connection={connection} details={details} now={now} />
          </Grid.Col>
        ) : null}
      </Grid>
      {days ? (
        <UptimePanel
          id={id}
          name={name}
          uptime={details?.data?.uptime}
          days={days}
          incidents={props.incidents?.data ?? null}
          now={now}
        />
      ) : null}
      {history ? (
        <LatencyPanel
          id={id}
          name={name}
          history={history}
          range={range}
          onRange={onRange}
          now={now}
        />
      ) : null}
      <Grid gap="md">
        {props.incidents ? (
          <Grid.Col span={{ base: 12, lg: 6 }}>
            <ReadPanel
              h="100%"
              title="Incidents"
              actions={
                <Anchor {...incidentsLink(id)} size="sm">
                  All incidents of {name}
                </Anchor>
              }
              read={props.incidents}
              failed="The incidents could not be read"
              room={props.incidents.loading ? '6rem' : undefined}
              now={now}
            >
              {() => (
                <IncidentList
                  incidents={(incidents ?? []).slice(0, INCIDENTS_SHOWN)}
                  none="No incidents are known."
                  now={now}
                />
              )}
            </ReadPanel>
          </Grid.Col>
        ) : null}
        <Grid.Col span={{ base: 12, lg: props.incidents ? 6 : 12 }}>
          <Panel
            h="100%"
            title="Events"
            actions={
              <Anchor component={Link} size="sm" to="/logs" search={{ platform: id } as never}>
                All events of {name}
              </Anchor>
            }
          >
            <PlatformEvents rows={events.rows} state={events.state} now={now} />
          </Panel>
        </Grid.Col>
      </Grid>
      {details ? <ProbesPanel details={details} now={now} /> : null}
    </Stack>
  );
}

/** The way from one platform, or from none, to all of them. */
export function BackToMesh({ children = 'Mesh Network' }: { children?: ReactNode }) {
  return (
    <Anchor component={Link} to="/mesh-network" size="sm" style={{ alignSelf: 'start' }}>
      <IconArrowLeft size="1em" aria-hidden="true" style={{ verticalAlign: '-0.125em' }} />{' '}
      {children}
    </Anchor>
  );
}
