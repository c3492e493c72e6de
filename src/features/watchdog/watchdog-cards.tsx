import { Alert, Badge, Code, SimpleGrid, Text, Tooltip } from '@mantine/core';
import type { WatchdogSummary } from '../../../contract/shapes/watchdog.ts';
import { momentOf } from '../../domain/moment.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TimeAgoTooltip } from '../../ui/time-ago-tooltip.tsx';
import { EndpointList } from './endpoint-list.tsx';
import { HeartbeatTable } from './heartbeat-table.tsx';
import { answeringText, endpointOf, heartbeatDisplay } from './summary-labels.ts';

interface WatchdogCardsProps {
  summary: NonNullable<WatchdogSummary>;
  /** The data is too old to describe the present. */
  unknown: boolean;
}

/** The cards of the watchdog page. */
export function WatchdogCards({ summary, unknown }: WatchdogCardsProps) {
  const { forgeRun, heartbeat, meshStats, endpoints } = summary;
  const { label, color } = heartbeatDisplay(heartbeat);
  const count = label === 'Error' ? answeringText(heartbeat.platforms) : undefined;
  const lastSuccess = momentOf(heartbeat.lastSuccess);
  return (
    <Tooltip.Group>
      <SimpleGrid cols={{ base: 1, sm: 2, xl: 4 }} spacing="md">
        <PlatformStatus {...summary} />
        <Panel title="Connection">
          <DescriptionList
            labelWidth="3.5rem"
            items={{
              Forge: forgeRun ? (
                <Code display="block" style={{ overflow: 'auto', whiteSpace: 'nowrap' }}>
                  {forgeRun}
                </Code>
              ) : (
                <Badge color="yellow">Not configured</Badge>
              ),
            }}
          />
          {forgeRun ? null : (
            <Text size="sm" c="dimmed">
              The base-URL setting is not set.
            </Text>
          )}
        </Panel>
        <Panel
          title="Heartbeat Status"
          actions={
            <Badge color={unknown ? 'gray' : count ? 'yellow' : color}>
              {unknown ? `UNKNOWN (was ${label})` : label}
              {count && !unknown ? ` · ${count}` : null}
            </Badge>
          }
        >
          <DescriptionList
            labelWidth="7rem"
            items={{
              'Last success':
                lastSuccess === undefined ? 'Never' : <TimeAgoTooltip at={lastSuccess} />,
              Sent: heartbeat.sentCount.toLocaleString(),
              Interval: `${heartbeat.intervalSec} s`,
            }}
          />
        </Panel>
        <Panel title="Mesh Statistics">
          <DescriptionList
            labelWidth="10rem"
            valueWidth="3rem"
            items={{
              'Mesh connections': meshStats.meshConnections.toLocaleString(),
              'ZIP bundles processed': meshStats.zipBundlesProcessed.toLocaleString(),
              'Route66 handshakes': meshStats.route66Handshakes.toLocaleString(),
            }}
          />
        </Panel>
      </SimpleGrid>
      {heartbeat.lastError ? (
        <Panel title="Heartbeat Error">
          <Alert color="red">{heartbeat.lastError}</Alert>
        </Panel>
      ) : null}
      {heartbeat.platforms ? <HeartbeatTable platforms={heartbeat.platforms} /> : null}
      <Panel title="Available Endpoints" description={`${endpoints.length} reported`}>
        <EndpointList label="Available Endpoints" endpoints={endpoints.map(endpointOf)} />
      </Panel>
    </Tooltip.Group>
  );
}

function PlatformStatus({ platform, ts, deadMan }: WatchdogCardsProps['summary']) {
  return (
    <Panel title="Platform Status">
      <DescriptionList
        labelWidth={deadMan ? '9rem' : '6rem'}
        items={{
          Platform: platform,
          Reported: <TimeAgoTooltip at={momentOf(ts)} />,
          "Dead man's switch": deadMan && <DeadManCall {...deadMan} />,
        }}
      />
    </Panel>
  );
}

const DeadManCall = ({ at, error }: NonNullable<NonNullable<WatchdogSummary>['deadMan']>) => (
  <>
    {error === null ? 'Answered ' : `Not answered (${error}) `}
    <TimeAgoTooltip at={at} />
  </>
);
