import { Anchor, Card, Grid, Group, List, Skeleton, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { PlatformRange } from '../../../contract/limits.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useServerNow } from '../../console/connection.ts';
import { isMissing, useRead, useReadData } from '../../console/reads.ts';
import { foldActivity } from '../../domain/activity-fold.ts';
import { concerns } from '../../domain/affected.ts';
import { filterOf } from '../../domain/log-search.ts';
import { isMeshNode } from '../../domain/mesh-origin.ts';
import { clockText, momentOf } from '../../domain/moment.ts';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import type { ReadState } from '../../ui/read-state.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import { useLoading } from '../../ui/use-loaded.ts';
import { useLogs } from '../activity/use-logs.ts';
import { ProblemList } from '../incidents/problem-list.tsx';
import { useProblems } from '../incidents/use-problems.ts';
import { PlatformActions } from '../maintenance/platform-actions.tsx';
import { PlatformButtons } from '../platforms/platform-buttons.tsx';
import { HostPanel } from './host-panel.tsx';
import { IncidentList, incidentsLink } from './incident-list.tsx';
import { LatencyPanel } from './latency-panel.tsx';
import { AboutPanel, ProbesPanel } from './platform-about.tsx';
import { PlatformState } from './platform-state.tsx';
import { SeenBy } from './seen-by.tsx';
import { UptimePanel } from './uptime-panel.tsx';

const loadRuns = async () => (await import('./runs-panel.tsx')).RunsPanel;

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
  const { problems, ...known } = useProblems();
  // What people opened affects it too.
  const own = problems.filter(
    ({ platform, incident }) => platform === id || (incident && concerns(incident, id)),
  );
  const half = { base: 12, lg: 6 };
  return (
    <Stack>
      {/* The buttons come with a read of their own, and move nothing. */}
      <Group justify="space-between" mih="var(--control-height-small)">
        <BackToMesh />
        <PlatformButtons id={id} />
      </Group>
      {own.length > 0 ? (
        <Card component="section" aria-label="Open problems" padding={0}>
          <ProblemList {...known} problems={own} planned={[]} />
        </Card>
      ) : null}
      <Grid gap="md">
        <Grid.Col span={hasDetails ? half : 12}>
          <PlatformState
            connection={connection}
            read={read}
            actions={<PlatformActions platform={id} />}
          />
        </Grid.Col>
        {hasDetails ? (
          <Grid.Col span={half}>
            <AboutPanel connection={connection} />
          </Grid.Col>
        ) : null}
      </Grid>
      <SeenBy id={id} isNode={isMeshNode(connection)} />
      {connection.kind === 'report' ? <LazyRuns id={id} /> : null}
      {hasHistory ? (
        <>
          <UptimePanel id={id} name={name} />
          <LatencyPanel id={id} name={name} range={range} onRange={onRange} />
          <HostPanel id={id} />
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
                  incidents={all
                    .filter(
                      (one) => concerns(one, id) && own.every(({ incident }) => incident !== one),
                    )
                    .slice(0, INCIDENTS_SHOWN)}
                  none={`No ${own.length > 0 ? 'other' : ''} incidents are known.`}
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
              <Anchor
                size="sm"
                renderRoot={(props) => <Link to="/logs" search={{ platform: id }} {...props} />}
              >
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

/** Most platforms have none. */
function LazyRuns({ id }: { id: string }) {
  const { component: RunsPanel, ...loading } = useLoading(loadRuns);
  if (RunsPanel) return <RunsPanel id={id} />;
  return (
    <NotLoaded {...loading}>
      <Skeleton height="14rem" />
    </NotLoaded>
  );
}

/** The way from one platform, or from none, to all of them. */
export function BackToMesh({ children = 'Mesh Network' }: { children?: ReactNode }) {
  return (
    <Anchor component={Link} to="/mesh-network" size="sm" w="fit-content">
      <IconArrowLeft size="1em" aria-hidden="true" style={{ verticalAlign: '-0.125em' }} />{' '}
      {children}
    </Anchor>
  );
}

const EVENTS_SHOWN = 8;
const NOTHING: never[] = [];

/**
 * The newest events of a platform.
 *
 * @param platform its id
 */
function PlatformEvents({ platform }: { platform: string }) {
  const now = useServerNow();
  const filter = useMemo(() => filterOf({ platform }, 0), [platform]);
  const { rows, state } = useLogs(useReadData('activity') ?? NOTHING, filter, undefined);
  return (
    <>
      <List listStyleType="none" size="sm" spacing="xs">
        {foldActivity(rows)
          .slice(0, EVENTS_SHOWN)
          .map(({ row, rows: { length }, message }) => {
            const at = momentOf(row.createdAt);
            return (
              <List.Item key={row.id} lh="sm" icon={<SeverityMark severity={row.severity} />}>
                <Text span inherit c="dimmed" mr="xs">
                  {at === undefined ? row.createdAt : clockText(at, now)}
                </Text>
                {message}
                {length > 1 ? (
                  <Text span inherit c="dimmed">
                    {' '}
                    ×{length}
                  </Text>
                ) : null}
              </List.Item>
            );
          })}
      </List>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {state === 'searching' ? 'Searching…' : 'No events.'}
        </Text>
      ) : null}
    </>
  );
}
