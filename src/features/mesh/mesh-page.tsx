import { Button, EmptyState, Grid, Stack, Text } from '@mantine/core';
import { IconAffiliate } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useServerNow } from '../../console/connection.ts';
import { useKnownPlatforms, usePlatforms } from '../../console/platforms.ts';
import { useRead } from '../../console/reads.ts';
import { useSync } from '../../console/use-sync.ts';
import { productName } from '../../device/product.ts';
import { isMeshNode } from '../../domain/mesh-origin.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { usePage } from '../../ui/page-title.ts';
import { ReadPanel, type ReadPanelProps } from '../../ui/read-panel.tsx';
import { ConnectionsTable } from './connections-table.tsx';
import { ExpiringPanel } from './expiring-panel.tsx';
import { NodeBars } from './node-bars.tsx';
import { DRAWN_MAX, Topology } from './topology.tsx';
import { WitnessPanel } from './witness-panel.tsx';
import '../../ui/theme/late-styles.css';

const AGES_EVERY_MS = 5000;

/** The mesh as a picture and as a table; each platform leads to its page. */
export function MeshPage() {
  usePage(
    'Mesh Network',
    'Which platforms are up, how fast they respond, and when they were last seen.',
  );
  const connections = usePlatforms();
  const now = useServerNow(AGES_EVERY_MS);
  const { syncing, sync } = useSync();
  const said = useSaid();
  // A grid of many is wide, and the table below it long.
  const isMany = useKnownPlatforms().length > DRAWN_MAX;
  // With the rows above it, so that these do not move it.
  const nodes = connections.data?.filter(isMeshNode).length ?? 0;
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
      {nodes > 0 ? <WitnessPanel count={nodes} now={now} /> : null}
      <ExpiringPanel now={now} />
      <NodeBars now={now} />
      <Text size="sm" c="dimmed">
        Mesh network configuration and monitoring coming soon. Admins add and change platforms on
        the screen Platforms.
      </Text>
    </Stack>
  );
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
