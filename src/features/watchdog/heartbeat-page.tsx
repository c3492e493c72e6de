import { Grid, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useRead, useReadData } from '../../console/reads.ts';
import { uptimeText } from '../../domain/format.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { HealthBadge } from '../../ui/health-badge.tsx';
import { usePage } from '../../ui/page-title.ts';
import { Panel } from '../../ui/panel.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import { titleOf } from '../../ui/screens.ts';
import { EndpointList } from './endpoint-list.tsx';
import { HeartbeatTable } from './heartbeat-table.tsx';
import { complianceLabels } from './summary-labels.ts';
import '../../ui/theme/late-styles.css';

const answers = ({ status }: Connection) => status !== 'error';

export function HeartbeatPage() {
  usePage(
    titleOf('/admin/heartbeat'),
    'The health of this node, its heartbeats and the endpoints it serves.',
  );
  // A server with the specification's calls alone counts no heartbeats by platform: its summary is not read here.
  const hasMore = useReadData('session') !== undefined;
  const platforms = useReadData('watchdog', hasMore ? {} : null)?.heartbeat.platforms;
  return (
    <Stack gap="md">
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Stack>
            <MeshHealthCard />
            <ThreeFactors />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <EndpointAuditCard />
        </Grid.Col>
      </Grid>
      {platforms ? <HeartbeatTable platforms={platforms} /> : null}
    </Stack>
  );
}

/** How this node is, by its own report; the state of the mesh stands below it. */
export function MeshHealthCard() {
  const health = useRead('meshHealth');
  const { age, data } = useRead('connections');
  const mesh = age === 'fresh' ? data : undefined;
  return (
    <ReadPanel
      title="Mesh Health"
      // Beside UNKNOWN, which is wider than Healthy, it would take a second line on a phone.
      description={
        mesh && health.data
          ? // This node counts as one of the mesh.
            `This node. The mesh: ${mesh.filter(answers).length + 1} of ${mesh.length + 1}`
          : 'This node'
      }
      actions={<HealthBadge read={health} good="Healthy" bad="Unhealthy" />}
      read={health}
      failed="Unable to fetch health status"
      room="6.625rem"
    >
      {({ platform, uptime, heartbeat_interval_sec: intervalSec, compliance }) => (
        <DescriptionList
          labelWidth="9rem"
          items={{
            Platform: platform,
            Uptime: uptimeText(uptime),
            'Heartbeat interval': `${intervalSec} s`,
            Compliance: complianceLabels(compliance).join(', ') || 'Not stated',
          }}
        />
      )}
    </ReadPanel>
  );
}

/** The endpoints of the server, as it lists them itself. */
export function EndpointAuditCard() {
  const audit = useRead('endpointAudit');
  const { data } = audit;
  return (
    <ReadPanel
      title="Endpoint Audit"
      description={data ? `${data.domain}: ${data.endpoints.length} endpoints` : 'This node'}
      read={audit}
      failed="Unable to fetch endpoint audit"
      room="23rem"
    >
      {({ endpoints }) => <EndpointList label="Audited endpoints" endpoints={endpoints} />}
    </ReadPanel>
  );
}

const FACTORS = {
  'Real Server':
    'The peer answers a signed challenge at its own address before the deadline. It is really there.',
  'Outbound Callback':
    'The peer calls this console back with the challenge. It can reach us, not only be reached.',
  'Well-known File':
    'The peer publishes the signed challenge under its well-known path. It controls the address that it claims.',
};

/** What the Route66 three-factor proof asks of a peer. It explains; nothing here is measured. */
export function ThreeFactors() {
  return (
    <Panel title="Route66 Three-Factor Proof">
      <SimpleGrid component="ol" cols={{ base: 1, sm: 3, lg: 1 }}>
        {Object.entries(FACTORS).map(([name, text], index) => (
          <li key={name}>
            <Title order={3}>
              {index + 1}. {name}
            </Title>
            <Text size="sm" c="dimmed">
              {text}
            </Text>
          </li>
        ))}
      </SimpleGrid>
    </Panel>
  );
}
