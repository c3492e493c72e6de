import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useServerNow } from '../../client/connection.ts';
import { useRead } from '../../client/reads.ts';
import { productName } from '../../product.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { ConnectionsPanel } from './connections-panel.tsx';
import { ConnectionsTable, ConnectionsTableSkeleton } from './connections-table.tsx';
import styles from './mesh-page.module.css';
import { Topology } from './topology.tsx';
import { useSync } from './use-sync.ts';
import '../../ui/theme/late-styles.css';

const AGES_EVERY_MS = 5000;

const PlatformDrawer = lazyDialog(async () => {
  const { PlatformDrawer: drawer } = await import('./platform-drawer.tsx');
  return drawer;
});

interface MeshPageProps {
  /** Id of the platform that is looked at. */
  platform: string | undefined;
  onClose: () => void;
}

/** The mesh as a picture and as a table; each platform opens beside them. */
export function MeshPage({ platform, onClose }: MeshPageProps) {
  const connections = useRead('connections');
  const now = useServerNow(AGES_EVERY_MS);
  const { syncing, sync } = useSync();
  const shared = { connections: connections.data, read: connections, now };
  return (
    <Stack>
      <div className={styles.panels}>
        <ConnectionsPanel
          title="Topology"
          waiting={<Skeleton height="22rem" />}
          {...shared}
          actions={
            <Button size="xs" loading={syncing} onClick={sync}>
              Sync Mesh
            </Button>
          }
        >
          {(list, age) => (
            <Topology self={productName()} connections={list} age={age} selected={platform} />
          )}
        </ConnectionsPanel>
        <ConnectionsPanel
          title="Mesh Connections"
          waiting={<ConnectionsTableSkeleton />}
          flush
          {...shared}
        >
          {(list, age) => (
            <ConnectionsTable connections={list} age={age} selected={platform} now={now} />
          )}
        </ConnectionsPanel>
      </div>
      <Text size="sm" c="dimmed">
        Mesh network configuration and monitoring coming soon. For now the platforms are named in
        the server's mesh configuration.
      </Text>
      <PlatformDrawer opened={platform !== undefined} id={platform} onClose={onClose} />
    </Stack>
  );
}
