import { Anchor, Box, Button, Grid, Stack, Text } from '@mantine/core';
import { IconAffiliate } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Connection, MeshHistory } from '../../../contract/shapes/mesh.ts';
import { useServerNow } from '../../console/connection.ts';
import { useKnownPlatforms, usePlatforms } from '../../console/platforms.ts';
import { useRead } from '../../console/reads.ts';
import { useSync } from '../../console/use-sync.ts';
import { productName } from '../../device/product.ts';
import { isMeshNode } from '../../domain/mesh-origin.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { usePage } from '../../ui/page-title.ts';
import { ReadPanel, type ReadPanelProps } from '../../ui/read-panel.tsx';
import { titleOf } from '../../ui/screens.ts';
import { ConnectionsTable } from './connections-table.tsx';
import { ExpiringPanel } from './expiring-panel.tsx';
import { DRAWN_MAX, Topology } from './topology.tsx';
import { WitnessPanel } from './witness-panel.tsx';
import '../../ui/theme/late-styles.css';
import { Link } from '@tanstack/react-router';
import { firstSlot, timesText, totalTimes } from '../../domain/availability.ts';
import { durationText } from '../../domain/format.ts';
import { AvailabilityBars } from '../../ui/availability-bars.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type DataRead, ReadNote, readTrouble } from '../../ui/read-state.tsx';

const AGES_EVERY_MS = 5000;

/** The mesh as a picture and as a table; each platform leads to its page. */
export function MeshPage() {
  usePage(
    titleOf('/mesh-network'),
    'Which platforms are up, how fast they respond, and when they were last seen.',
  );
  const connections = usePlatforms();
  const now = useServerNow(AGES_EVERY_MS);
  const { syncing, sync } = useSync();
  const said = useSaid();
  // A grid of many is wide, and the table below it long.
  const isMany = useKnownPlatforms().length > DRAWN_MAX;
  return (
    <Stack>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: isMany ? 12 : 5 }}>
          <ConnectionsPanel
            title="Topology"
            read={connections}
            now={now}
            actions={
              <Allowed call="sync">
                <Button size="xs" loading={syncing} onClick={sync}>
                  Sync Mesh
                </Button>
              </Allowed>
            }
          >
            {(list, age) => (
              <Topology self={productName()} connections={list} age={age} said={said} />
            )}
          </ConnectionsPanel>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: isMany ? 12 : 7 }}>
          <ConnectionsPanel flush title="Mesh Connections" read={connections} lines={6} now={now}>
            {(list, age) => <ConnectionsTable connections={list} age={age} now={now} />}
          </ConnectionsPanel>
        </Grid.Col>
      </Grid>
      <ExpiringPanel now={now} />
      <NodeBars now={now} />
      <Text size="sm" c="dimmed">
        Mesh network configuration and monitoring coming soon. Admins add and change platforms on
        the screen Platforms.
      </Text>
    </Stack>
  );
}

/** Who sees whom, with room for as many nodes as there are. */
export function WitnessPage() {
  usePage(titleOf('/mesh-network', 'witnesses'), 'Which node of the mesh reaches which other.');
  const nodes = usePlatforms().data?.filter(isMeshNode).length ?? 0;
  const now = useServerNow(AGES_EVERY_MS);
  return <WitnessPanel count={nodes} now={now} />;
}

/** @returns what each platform says of this node now, by its id */
function useSaid(): ReadonlyMap<string, string> {
  const { data, age, failure } = useRead('witnesses');
  return useMemo(() => {
    const self = data?.nodes[0]?.id;
    if (!data || self === undefined || age !== 'fresh' || failure) return new Map();
    const about = data.statements.filter((one) => one.about === self);
    return new Map(about.map(({ from, status }) => [from, status]));
  }, [data, age, failure]);
}

type ConnectionsPanelProps = Omit<ReadPanelProps<readonly Connection[]>, 'failed' | 'room'>;

/** A panel over the mesh's connections in whatever state their read is. */
export function ConnectionsPanel({ children, ...panel }: ConnectionsPanelProps) {
  return (
    <ReadPanel failed="The connections could not be read" room="19rem" {...panel}>
      {(connections, age) =>
        connections.length === 0 ? (
          <EmptyState
            title="No platforms yet"
            description="Admins add them on the screen Platforms."
            icon={<IconAffiliate />}
          />
        ) : (
          children(connections, age)
        )
      }
    </ReadPanel>
  );
}

/** The bars of this node, with their data. A server without them has no panel. */
function NodeBars({ now }: { now: number }) {
  return <NodePanel history={useRead('meshHistory', { range: '90d' })} now={now} />;
}

/** The last 90 days of this node in bars: when it measured. */
function NodePanel({ history, now }: { history: DataRead<MeshHistory>; now: number }) {
  const node = history.data?.node;
  if (!history.data || !node) return null;
  const total = totalTimes(node.slots);
  return (
    <Panel
      title="This node"
      description={`Last 90 days, one bar is ${durationText(history.data.slotMs)}`}
      actions={
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link to="/mesh-network/$platform" params={{ platform: node.id }} {...props} />
          )}
        >
          When nothing was measured
        </Anchor>
      }
      footer={
        readTrouble(history) ? (
          <ReadNote read={history} failed="The history could not be read" now={now} />
        ) : null
      }
    >
      <Box __vars={{ '--bars-height': '2rem' }}>
        <AvailabilityBars
          slots={node.slots.slice(firstSlot(node.slots))}
          label={`${node.name}, last 90 days: ${timesText(total)}`}
          faded={history.age !== 'fresh'}
        />
      </Box>
      <Text size="sm" c="dimmed">
        Measured {durationText(total.up)}
        {total.notMeasured > 0 ? `, not measured ${durationText(total.notMeasured)}` : null}
      </Text>
    </Panel>
  );
}
