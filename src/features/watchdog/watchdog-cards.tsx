import { Alert, Badge, Code, DataList, SimpleGrid, Text, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WatchdogSummary } from '../../../contract/shapes/watchdog.ts';
import { momentOf } from '../../shared/moment.ts';
import { Panel } from '../../ui/panel.tsx';
import { TimeAgoTooltip } from '../../ui/time-ago-tooltip.tsx';
import { EndpointList, type EndpointRow } from './endpoint-list.tsx';
import { heartbeatDisplay } from './heartbeat-display.ts';
import { HeartbeatTable } from './heartbeat-table.tsx';

type Summary = NonNullable<WatchdogSummary>;

interface WatchdogCardsProps {
  summary: Summary;
  /** The data is too old to describe the present. */
  unknown: boolean;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** The cards of the watchdog page. */
export function WatchdogCards({ summary, unknown, now }: WatchdogCardsProps) {
  const { heartbeat, meshStats } = summary;
  return (
    <Tooltip.Group>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="md">
        <Panel title="Platform Status">
          <DataList labelWidth="7rem">
            <Fact label="Platform">{summary.platform}</Fact>
            <Fact label="Reported">
              <TimeAgoTooltip at={momentOf(summary.ts)} now={now} />
            </Fact>
          </DataList>
        </Panel>
        <ForgeConnection address={summary.forgeRun} />
        <HeartbeatCard heartbeat={heartbeat} unknown={unknown} now={now} />
        <Panel title="Mesh Statistics">
          <DataList labelWidth="9rem">
            <Fact label="Mesh connections">{meshStats.meshConnections.toLocaleString()}</Fact>
            <Fact label="ZIP bundles processed">
              {meshStats.zipBundlesProcessed.toLocaleString()}
            </Fact>
            <Fact label="Route66 handshakes">{meshStats.route66Handshakes.toLocaleString()}</Fact>
          </DataList>
        </Panel>
      </SimpleGrid>
      {heartbeat.lastError ? (
        <Panel title="Heartbeat Error">
          <Alert color="red">{heartbeat.lastError}</Alert>
        </Panel>
      ) : null}
      {heartbeat.platforms ? <HeartbeatTable platforms={heartbeat.platforms} now={now} /> : null}
      <Panel title="Available Endpoints" description={`${summary.endpoints.length} reported`}>
        <EndpointList label="Available Endpoints" endpoints={summary.endpoints.map(endpointOf)} />
      </Panel>
    </Tooltip.Group>
  );
}

/** One label with its value. */
function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue>{children}</DataList.ItemValue>
    </DataList.Item>
  );
}

/** @param endpoint 'GET /api/mesh/health', or a path alone */
function endpointOf(endpoint: string): EndpointRow {
  const space = endpoint.indexOf(' ');
  if (space < 0) return { method: '', path: endpoint };
  return { method: endpoint.slice(0, space), path: endpoint.slice(space + 1) };
}

function ForgeConnection({ address }: { address: string | null | undefined }) {
  return (
    <Panel title="Connection">
      <DataList labelWidth="5rem">
        <Fact label="Forge">
          {address ? (
            <Code style={{ overflowWrap: 'anywhere' }}>{address}</Code>
          ) : (
            <Badge color="yellow">Not configured</Badge>
          )}
        </Fact>
      </DataList>
      {address ? null : (
        <Text size="sm" c="dimmed">
          The base-URL setting is not set.
        </Text>
      )}
    </Panel>
  );
}

interface HeartbeatCardProps {
  heartbeat: Summary['heartbeat'];
  unknown: boolean;
  now: number;
}

function HeartbeatCard({ heartbeat, unknown, now }: HeartbeatCardProps) {
  const { label, color } = heartbeatDisplay(heartbeat);
  const lastSuccess = momentOf(heartbeat.lastSuccess);
  return (
    <Panel
      title="Heartbeat Status"
      actions={
        <Badge color={unknown ? 'gray' : color}>{unknown ? `UNKNOWN (was ${label})` : label}</Badge>
      }
    >
      <DataList labelWidth="7rem">
        <Fact label="Last success">
          {lastSuccess === undefined ? 'Never' : <TimeAgoTooltip at={lastSuccess} now={now} />}
        </Fact>
        <Fact label="Sent">{heartbeat.sentCount.toLocaleString()}</Fact>
        <Fact label="Interval">{heartbeat.intervalSec} s</Fact>
      </DataList>
    </Panel>
  );
}
