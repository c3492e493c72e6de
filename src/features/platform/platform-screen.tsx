import { Anchor, Grid, Stack } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PlatformRange } from '../../../contract/limits.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { isMissing, useRead } from '../../console/reads.ts';
import { concerns } from '../../domain/affected.ts';
import { incidentTitle } from '../../domain/incident-text.ts';
import { isMeshNode } from '../../domain/mesh-origin.ts';
import { Panel } from '../../ui/panel.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import type { ReadState } from '../../ui/read-state.tsx';
import { AcknowledgePlace } from '../incidents/acknowledge-place.tsx';
import { PlatformActions } from '../maintenance/platform-actions.tsx';
import { IncidentList, incidentsLink } from './incident-list.tsx';
import { LatencyPanel } from './latency-panel.tsx';
import { AboutPanel, ProbesPanel } from './platform-about.tsx';
import { PlatformEvents } from './platform-events.tsx';
import { PlatformState } from './platform-state.tsx';
import { SeenBy } from './seen-by.tsx';
import { UptimePanel } from './uptime-panel.tsx';

const INCIDENTS_SHOWN = 10;

interface PlatformScreenProps {
  connection: Connection;
  /** Of the connection. */
  read: ReadState;
  /** Of the latency. */
  range: PlatformRange;
  onRange: (range: PlatformRange) => void;
}

/**
 * One platform: its state, how it was, what happened to it, and what can be done. Panels of reads that this server does
 * not have are left out.
 */
export function PlatformScreen({ connection, read, range, onRange }: PlatformScreenProps) {
  const { id, name } = connection;
  const hasDetails = !isMissing(useRead('platform', { id }));
  const hasHistory = !isMissing(useRead('platformHistory', { id, range: '90d' }));
  const incidents = useRead('incidents');
  const open = incidents.data?.find((one) => one.platform === id && one.endedAt === null);
  const half = { base: 12, lg: 6 };
  return (
    <Stack>
      <BackToMesh />
      <Grid gap="md">
        <Grid.Col span={hasDetails ? half : 12}>
          <PlatformState
            connection={connection}
            read={read}
            actions={
              <>
                {open ? (
                  <AcknowledgePlace
                    incident={open}
                    title={incidentTitle(open, name, open.startedAt)}
                  />
                ) : null}
                <PlatformActions platform={id} />
              </>
            }
          />
        </Grid.Col>
        {hasDetails ? (
          <Grid.Col span={half}>
            <AboutPanel connection={connection} />
          </Grid.Col>
        ) : null}
      </Grid>
      {isMeshNode(connection) ? <SeenBy id={id} /> : null}
      {hasHistory ? (
        <>
          <UptimePanel id={id} name={name} />
          <LatencyPanel id={id} name={name} range={range} onRange={onRange} />
        </>
      ) : null}
      <Grid gap="md">
        {isMissing(incidents) ? null : (
          <Grid.Col span={half}>
            <ReadPanel
              style={{ height: '100%' }}
              title="Incidents"
              actions={
                <Anchor {...incidentsLink(id)} size="sm">
                  All incidents of {name}
                </Anchor>
              }
              read={incidents}
              failed="The incidents could not be read"
              room="6rem"
            >
              {(all) => (
                <IncidentList
                  incidents={all.filter((one) => concerns(one, id)).slice(0, INCIDENTS_SHOWN)}
                  none="No incidents are known."
                />
              )}
            </ReadPanel>
          </Grid.Col>
        )}
        <Grid.Col span={isMissing(incidents) ? 12 : half}>
          <Panel
            style={{ height: '100%' }}
            title="Events"
            actions={
              <Anchor component={Link} size="sm" to="/logs" search={{ platform: id } as never}>
                All events of {name}
              </Anchor>
            }
          >
            <PlatformEvents platform={id} />
          </Panel>
        </Grid.Col>
      </Grid>
      {hasDetails ? <ProbesPanel id={id} /> : null}
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
