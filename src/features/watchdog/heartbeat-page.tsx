import { Grid, Stack } from '@mantine/core';
import { useServerNow } from '../../client/connection.ts';
import { useRead } from '../../client/reads.ts';
import { EndpointAuditCard } from './endpoint-audit-card.tsx';
import { HeartbeatTable } from './heartbeat-table.tsx';
import { MeshHealthCard } from './mesh-health-card.tsx';
import { ThreeFactors } from './three-factors.tsx';
import '../../ui/theme/late-styles.css';

const AGES_EVERY_MS = 5000;

export function HeartbeatPage() {
  const health = useRead('meshHealth');
  const audit = useRead('endpointAudit');
  const watchdog = useRead('watchdog');
  const connections = useRead('connections');
  const now = useServerNow(AGES_EVERY_MS);
  const platforms = watchdog.data?.heartbeat.platforms;
  return (
    <Stack gap="md">
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <MeshHealthCard
            health={health.data}
            read={health}
            mesh={connections.age === 'fresh' ? meshOf(connections.data) : undefined}
            now={now}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <EndpointAuditCard audit={audit.data} read={audit} now={now} />
        </Grid.Col>
      </Grid>
      <ThreeFactors />
      {platforms ? <HeartbeatTable platforms={platforms} now={now} /> : null}
    </Stack>
  );
}

function meshOf(connections: readonly { readonly status: string }[] | undefined) {
  if (connections === undefined) return undefined;
  const answering = connections.filter(({ status }) => status !== 'error').length;
  // This node counts as one of the mesh.
  return { answering: answering + 1, total: connections.length + 1 };
}
