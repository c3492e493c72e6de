import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRead } from '../../console/reads.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import { ProofHealthCard } from './proof-health-card.tsx';
import { RecentProofs } from './recent-proofs-card.tsx';
import '../../ui/theme/late-styles.css';

export function Route66Page() {
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
        <ReadPanel
          title="Handshakes"
          read={useRead('stats')}
          failed="The handshakes could not be read"
          room="3.0625rem"
        >
          {({ route66Handshakes, meshConnections }) => (
            <DescriptionList
              items={{
                'Route66 handshakes': route66Handshakes.toLocaleString(),
                'Mesh connections': meshConnections.toLocaleString(),
              }}
            />
          )}
        </ReadPanel>
        <ProofHealthCard />
      </SimpleGrid>
      <RecentProofs />
      <Text size="sm" c="dimmed">
        Route66 protocol configuration and monitoring coming soon. For now the protocol is
        configured on the server.
      </Text>
    </Stack>
  );
}
