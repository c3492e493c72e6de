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
  const platforms = useRead('watchdog').data?.heartbeat.platforms;
  const connections = useRead('connections');
  const now = useServerNow(AGES_EVERY_MS);
  const mesh = connections.age === 'fresh' ? connections.data : undefined;
  return (
    <Stack gap="md">
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <MeshHealthCard
            health={health}
            // This node counts as one of the mesh.
            mesh={
              mesh && {
                answering: mesh.filter(({ status }) => status !== 'error').length + 1,
                total: mesh.length + 1,
              }
            }
            now={now}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <EndpointAuditCard audit={audit} now={now} />
        </Grid.Col>
      </Grid>
      <ThreeFactors />
      {platforms ? <HeartbeatTable platforms={platforms} now={now} /> : null}
    </Stack>
  );
}
