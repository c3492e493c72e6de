import {
  Alert,
  Anchor,
  Button,
  DataList,
  Group,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import type { HistoryRange } from '../../../contract/limits.ts';
import type { Connection, MeshHistory } from '../../../contract/shapes/mesh.ts';
import {
  availabilityShare,
  RANGE_TEXTS,
  shareText,
  timesText,
  totalTimes,
} from '../../shared/availability.ts';
import { durationText, latencyText } from '../../shared/format.ts';
import { clockText, momentOf, momentText } from '../../shared/moment.ts';
import { currentLatency } from '../../shared/verdict.ts';
import { AvailabilityBars } from '../../ui/availability-bars.tsx';
import { ReadNote, type ReadState } from '../../ui/read-state.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { foldActivity } from '../activity/activity-fold.ts';
import type { Logs } from '../activity/use-logs.ts';
import styles from './platform-details.module.css';
import { RANGE_OPTIONS } from './platforms-panel.tsx';

const LatencyChart = lazy(async () => {
  const { LatencyChart: chart } = await import('./latency-chart.tsx');
  return { default: chart };
});

const EVENTS_SHOWN = 8;

interface PlatformDetailsProps {
  connection: Connection;
  read: ReadState;
  /** null: this server has none. */
  history: (ReadState & { readonly data: MeshHistory | undefined }) | null;
  range: HistoryRange;
  onRange: (range: HistoryRange) => void;
  /** Of this platform. */
  events: Pick<Logs, 'rows' | 'state'>;
  reconnecting: boolean;
  onReconnect: () => void;
  acknowledging: boolean;
  onAcknowledgeKey: () => void;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** One platform: its state, its past, what happened to it, and what can be done. */
export function PlatformDetails(props: PlatformDetailsProps) {
  const { connection, read, history, range, onRange, events, now } = props;
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <ReadNote read={read} now={now} />
        <StateList connection={connection} age={read.age} now={now} />
      </Stack>
      <KeyChange {...props} />
      {history ? (
        <section aria-labelledby="platform-history">
          <Group justify="space-between" mb="xs">
            <Title order={3} id="platform-history">
              Availability
            </Title>
            <SegmentedControl
              aria-label="Range"
              data={RANGE_OPTIONS}
              value={range}
              onChange={(value) => onRange(value as HistoryRange)}
            />
          </Group>
          <PlatformPast connection={connection} history={history} range={range} now={now} />
        </section>
      ) : null}
      <Events connection={connection} events={events} now={now} />
      <Actions {...props} />
    </Stack>
  );
}

interface StateListProps {
  connection: Connection;
  age: ReadState['age'];
  now: number;
}

function StateList({ connection, age, now }: StateListProps) {
  const { domain, since, lastSeen, failure } = connection;
  const status = age === 'unknown' ? 'unknown' : connection.status;
  return (
    <DataList labelWidth="7rem" gap="xs">
      <Item label="Status">
        <StatusMark status={status} faded={age !== 'fresh'} word />
      </Item>
      {since && status !== 'unknown' ? (
        <Item label="Since">
          {momentText(since, true)} ({durationText(now - since)})
        </Item>
      ) : null}
      {failure ? <Item label="Reason">{failure}</Item> : null}
      <Item label="Last seen">
        {lastSeen === null ? (
          'never'
        ) : (
          <>
            {momentText(lastSeen, true)} (<TimeAgo at={lastSeen} now={now} />)
          </>
        )}
      </Item>
      <Item label="Latency">{latencyText(currentLatency(connection))}</Item>
      <Item label="Address">{domain}</Item>
    </DataList>
  );
}

function Item({ label, children }: { label: string; children: ReactNode }) {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue className={styles.value ?? ''}>{children}</DataList.ItemValue>
    </DataList.Item>
  );
}

function KeyChange({ connection, acknowledging, onAcknowledgeKey }: PlatformDetailsProps) {
  const { name, keyChange } = connection;
  if (!keyChange) return null;
  return (
    <Alert color="yellow" title={`${name} signs with a new key`}>
      <Text size="sm">
        Since {momentText(keyChange.at, true)}. Ask its operators whether they changed it.
      </Text>
      <Text size="xs" ff="monospace" className={styles.value ?? ''}>
        was {keyChange.from}
        <br />
        now {keyChange.to}
      </Text>
      <Button size="xs" mt="xs" loading={acknowledging} onClick={onAcknowledgeKey}>
        Acknowledge the new key
      </Button>
    </Alert>
  );
}

interface PlatformPastProps {
  connection: Connection;
  history: NonNullable<PlatformDetailsProps['history']>;
  range: HistoryRange;
  now: number;
}

function PlatformPast({ connection, history, range, now }: PlatformPastProps) {
  const { id, name } = connection;
  const { data } = history;
  const own = data?.platforms.find(({ platform }) => platform === id);
  if (!data || !own) {
    return history.loading ? (
      <Skeleton height="16rem" />
    ) : (
      <Text size="sm" c="dimmed">
        Not read yet on this device.
      </Text>
    );
  }
  const times = totalTimes(own.slots);
  const share = shareText(availabilityShare(times));
  const over = RANGE_TEXTS[range].long.toLowerCase();
  const speeds = `median ${latencyText(own.medianMs)}, 95th percentile ${latencyText(own.p95Ms)}`;
  return (
    <Stack gap="xs">
      <ReadNote read={history} now={now} />
      <div className={styles.bars}>
        <AvailabilityBars
          slots={own.slots}
          label={`${name}, ${over}: ${share} available; ${timesText(times)}`}
          faded={history.age !== 'fresh'}
        />
      </div>
      <Text size="sm" className={styles.numbers}>
        <strong>{share}</strong> available · {timesText(times)}
      </Text>
      <Text size="sm" className={styles.numbers}>
        Latency: {speeds}
      </Text>
      <Suspense fallback={<Skeleton height="12rem" />}>
        <LatencyChart
          from={data.from}
          stepMs={data.slotMs}
          values={own.slots.map(({ latencyMs }) => latencyMs)}
          label={`Latency of ${name}, ${over}: ${speeds}`}
        />
      </Suspense>
    </Stack>
  );
}

function Events({
  connection,
  events,
  now,
}: Pick<PlatformDetailsProps, 'connection' | 'events' | 'now'>) {
  const { id, name } = connection;
  return (
    <section aria-labelledby="platform-events">
      <Group justify="space-between" mb="xs">
        <Title order={3} id="platform-events">
          Events
        </Title>
        <Anchor
          size="sm"
          renderRoot={(root) => <Link to="/logs" search={{ platform: id }} {...root} />}
        >
          All events of {name}
        </Anchor>
      </Group>
      <ul className={styles.events}>
        {foldActivity(events.rows)
          .slice(0, EVENTS_SHOWN)
          .map(({ row, rows, message }) => {
            const at = momentOf(row.createdAt);
            return (
              <li key={row.id}>
                <SeverityMark severity={row.severity} />
                <Text size="xs" c="dimmed" className={styles.numbers}>
                  {at === undefined ? row.createdAt : clockText(at, now)}
                </Text>
                <Text size="sm">
                  {message}
                  {rows.length > 1 ? (
                    <Text span size="xs" c="dimmed">
                      {' '}
                      ×{rows.length}
                    </Text>
                  ) : null}
                </Text>
              </li>
            );
          })}
      </ul>
      {events.rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {events.state === 'searching' ? 'Searching…' : 'No events.'}
        </Text>
      ) : null}
    </section>
  );
}

function Actions({ connection, reconnecting, onReconnect }: PlatformDetailsProps) {
  const { name, domain } = connection;
  return (
    <Group gap="xs">
      <Button loading={reconnecting} onClick={onReconnect}>
        Probe all platforms now
      </Button>
      <Button
        renderRoot={(root) => (
          <Link to="/admin/route66-proof" search={{ peer: domain }} {...root} />
        )}
      >
        Prove {name}
      </Button>
    </Group>
  );
}
