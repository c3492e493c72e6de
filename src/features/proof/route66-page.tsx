import { Alert, Button, DataList, Group, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useServerNow } from '../../client/connection.ts';
import { useRead } from '../../client/reads.ts';
import { Panel } from '../../ui/panel.tsx';
import { ReadFailed, ReadNote, readTrouble } from '../../ui/read-state.tsx';
import { ProofHealthCard } from './proof-health-card.tsx';
import { ProofsSection } from './proofs-section.tsx';
import '../../ui/theme/late-styles.css';

const AGES_EVERY_MS = 5000;

export function Route66Page() {
  const health = useRead('proofHealth');
  const now = useServerNow(AGES_EVERY_MS);
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Button component={Link} to="/admin/route66-proof" variant="filled">
          Prove a peer
        </Button>
        <Button component={Link} to="/admin/heartbeat">
          Heartbeat and endpoints
        </Button>
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <HandshakesCard now={now} />
        <ProofHealthCard health={health.data} read={health} now={now} />
      </SimpleGrid>
      <ProofsSection />
      <Alert color="gray" title="Route66 protocol configuration and monitoring coming soon">
        For now the protocol is configured on the server.
      </Alert>
    </Stack>
  );
}

/** How many handshakes were completed, and with how many platforms there is a connection. */
function HandshakesCard({ now }: { now: number }) {
  const stats = useRead('stats');
  return (
    <Panel
      title="Handshakes"
      footer={stats.data && readTrouble(stats) ? <ReadNote read={stats} now={now} /> : null}
      aria-busy={stats.loading}
    >
      {stats.data ? (
        <DataList labelWidth="10rem">
          <DataList.Item>
            <DataList.ItemLabel>Route66 handshakes</DataList.ItemLabel>
            <DataList.ItemValue>{stats.data.route66Handshakes.toLocaleString()}</DataList.ItemValue>
          </DataList.Item>
          <DataList.Item>
            <DataList.ItemLabel>Mesh connections</DataList.ItemLabel>
            <DataList.ItemValue>{stats.data.meshConnections.toLocaleString()}</DataList.ItemValue>
          </DataList.Item>
        </DataList>
      ) : null}
      {!stats.data && stats.failure ? (
        <ReadFailed text="The handshakes could not be read" failure={stats.failure} />
      ) : null}
      {stats.loading ? <Skeleton height="4rem" /> : null}
    </Panel>
  );
}
