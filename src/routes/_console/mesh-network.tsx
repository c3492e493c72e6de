import { createFileRoute } from '@tanstack/react-router';
import { useServerNow } from '../../link/link-state.ts';
import { useRead } from '../../link/reads.ts';
import { productName } from '../../product.ts';
import { Button } from '../../ui/button/button.tsx';
import { ComingSoon } from '../../ui/coming-soon/coming-soon.tsx';
import {
  ConnectionList,
  ConnectionListPlaceholder,
} from '../../ui/connection-list/connection-list.tsx';
import { ConnectionsPanel } from '../../ui/connection-list/connections-panel.tsx';
import { Placeholder } from '../../ui/placeholder/placeholder.tsx';
import { Screen, Tiles } from '../../ui/screen/screen.tsx';
import { Topology } from '../../ui/topology/topology.tsx';
import { usePage } from '../-page-title.ts';
import { stateOf } from './-reading-state.ts';
import { stateAbove } from './-state-above.ts';
import { useSync } from './-use-sync.ts';

const AGES_EVERY_MS = 5000;

export const Route = createFileRoute('/_console/mesh-network')({ component: MeshNetworkPage });

function MeshNetworkPage() {
  usePage('Mesh Network', 'Who of the mesh answers, how fast, and when each was last seen.');
  const connections = useRead('connections');
  const now = useServerNow(AGES_EVERY_MS);
  const { syncing, sync } = useSync();
  const reading = stateOf(connections);
  const shared = { connections: connections.data, reading, now };
  return (
    <Screen>
      <Tiles>
        <ConnectionsPanel
          title="Topology"
          waiting={<Placeholder height="22rem" />}
          {...shared}
          actions={
            <Button size="s" busy={syncing} onClick={sync}>
              Sync Mesh
            </Button>
          }
        >
          {(list, age) => <Topology self={productName()} connections={list} age={age} />}
        </ConnectionsPanel>
        <ConnectionsPanel
          title="Mesh Connections"
          waiting={<ConnectionListPlaceholder />}
          flush
          {...shared}
        >
          {(list, age) => <ConnectionList connections={list} age={age} now={now} />}
        </ConnectionsPanel>
      </Tiles>
      <ComingSoon
        title="Configuration"
        text="Mesh network configuration and monitoring coming soon"
        hint={`Until then the platforms are named in the server's mesh configuration. ${stateAbove(connections)}`}
      />
    </Screen>
  );
}
