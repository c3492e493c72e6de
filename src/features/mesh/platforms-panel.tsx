import { Group, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { HISTORY_RANGES, type HistoryRange } from '../../../contract/limits.ts';
import type { Connection, MeshHistory, PlatformHistory } from '../../../contract/shapes/mesh.ts';
import {
  availabilityShare,
  RANGE_TEXTS,
  shareText,
  timesText,
  totalTimes,
} from '../../shared/availability.ts';
import { latencyText } from '../../shared/format.ts';
import { momentAgoText } from '../../shared/moment.ts';
import { currentLatency, problemsFirst } from '../../shared/verdict.ts';
import { AvailabilityBars } from '../../ui/availability-bars.tsx';
import { LatencyLine } from '../../ui/latency-line.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReadFailed, ReadNote, type ReadState } from '../../ui/read-state.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import styles from './platforms-panel.module.css';
import { SinceText } from './since-text.tsx';

interface PlatformsPanelProps {
  /** Undefined until they have been read. */
  connections: readonly Connection[] | undefined;
  read: ReadState;
  /** null: this server has none. */
  history: { readonly data: MeshHistory | undefined; readonly read: ReadState } | null;
  range: HistoryRange;
  onRange: (range: HistoryRange) => void;
  /** Server time now, epoch milliseconds. */
  now: number;
}

const EXPECTED_PLATFORMS = [1, 2, 3, 4, 5, 6];
/** For the choice of a range. */
export const RANGE_OPTIONS = (Object.keys(HISTORY_RANGES) as HistoryRange[]).map((value) => ({
  value,
  label: RANGE_TEXTS[value].short,
}));

/** Every platform: its state and since when, and how available and how fast it was over the range. */
export function PlatformsPanel(props: PlatformsPanelProps) {
  const { connections, read, history, range, onRange, now } = props;
  const [pointed, setPointed] = useState<string>();
  return (
    <Panel
      flush
      title="Platform availability"
      description={history ? (pointed ?? describeRange(range, history.data, now)) : undefined}
      actions={
        history ? (
          <SegmentedControl
            aria-label="Range"
            data={RANGE_OPTIONS}
            value={range}
            onChange={(value) => onRange(value as HistoryRange)}
          />
        ) : undefined
      }
      footer={
        <Footer read={read} history={history} hasRows={connections !== undefined} now={now} />
      }
      aria-busy={read.loading}
    >
      {connections ? (
        <PlatformRows {...props} connections={connections} onPoint={setPointed} />
      ) : null}
      {connections?.length === 0 ? (
        <Text size="sm" c="dimmed" px="md" pb="md">
          No platforms are configured
        </Text>
      ) : null}
      {!connections && read.failure ? (
        <ReadFailed text="The platforms could not be read" failure={read.failure} />
      ) : null}
      {read.loading ? <PanelSkeleton /> : null}
    </Panel>
  );
}

interface PlatformRowsProps extends PlatformsPanelProps {
  connections: readonly Connection[];
  onPoint: (text: string | undefined) => void;
}

function PlatformRows({ connections, read, history, range, now, onPoint }: PlatformRowsProps) {
  const age = read.failure && read.age === 'fresh' ? 'stale' : read.age;
  return (
    <ul className={styles.rows} data-history={history !== null}>
      <li className={styles.head} aria-hidden="true">
        <span>Platform</span>
        <span>Status</span>
        {history ? (
          <>
            <span>Availability</span>
            <span className={styles.number}>Up</span>
            <span>Latency</span>
            <span className={styles.number}>Median, 95th %</span>
          </>
        ) : (
          <span className={styles.number}>Latency</span>
        )}
      </li>
      {problemsFirst(connections).map((connection) => (
        <PlatformRow key={connection.id} {...{ connection, age, history, range, now, onPoint }} />
      ))}
    </ul>
  );
}

interface PlatformRowProps {
  connection: Connection;
  age: ReadState['age'];
  history: PlatformsPanelProps['history'];
  range: HistoryRange;
  now: number;
  onPoint: (text: string | undefined) => void;
}

function PlatformRow({ connection, age, history, range, now, onPoint }: PlatformRowProps) {
  const { id, name, domain } = connection;
  const status = age === 'unknown' ? 'unknown' : connection.status;
  const own = history?.data?.platforms.find(({ platform }) => platform === id);
  return (
    <li className={styles.row} data-status={age === 'fresh' ? status : undefined}>
      <div className={styles.name}>
        <Link to="/mesh-network" search={{ platform: id }} className={styles.link}>
          {name}
        </Link>
        <Text size="xs" c="dimmed" truncate className={styles.domain}>
          {domain}
        </Text>
      </div>
      <div className={styles.status}>
        <StatusMark status={status} faded={age !== 'fresh'} word />
        <SinceText since={status === 'unknown' ? null : connection.since} now={now} />
      </div>
      {history ? (
        <HistoryCells
          history={own}
          data={history.data}
          age={history.read.age}
          name={name}
          range={range}
          onPoint={onPoint}
        />
      ) : (
        <span className={styles.latency}>{latencyText(currentLatency(connection))}</span>
      )}
      <IconChevronRight className={styles.chevron} size="1rem" aria-hidden="true" />
    </li>
  );
}

interface HistoryCellsProps {
  history: PlatformHistory | undefined;
  data: MeshHistory | undefined;
  age: ReadState['age'];
  name: string;
  range: HistoryRange;
  onPoint: (text: string | undefined) => void;
}

function HistoryCells({ history, data, age, name, range, onPoint }: HistoryCellsProps) {
  if (!history || !data) {
    return (
      <>
        <Skeleton
          className={styles.bars}
          height="var(--bars-height, 1.75rem)"
          animate={data === undefined}
        />
        <span className={styles.share}>—</span>
        <span className={styles.latency}>—</span>
      </>
    );
  }
  const times = totalTimes(history.slots);
  const share = shareText(availabilityShare(times));
  const over = RANGE_TEXTS[range].long.toLowerCase();
  const pointAt = (index: number | undefined) => {
    const slot = index === undefined ? undefined : history.slots[index];
    if (index === undefined || slot === undefined) return onPoint(undefined);
    const at = momentAgoText(data.from + index * data.slotMs, data.to);
    onPoint(`${at} · ${name}: ${timesText(slot) || 'not measured'}`);
  };
  return (
    <>
      <div className={styles.bars}>
        <AvailabilityBars
          slots={history.slots}
          label={`${name}, ${over}: ${share} available; ${timesText(times)}`}
          faded={age !== 'fresh'}
          onPoint={pointAt}
        />
      </div>
      <span className={styles.share}>{share}</span>
      <div className={styles.line}>
        <LatencyLine
          values={history.slots.map(({ latencyMs }) => latencyMs)}
          label={`Latency of ${name}, ${over}`}
        />
      </div>
      <span className={styles.latency}>
        <span title="Median">{latencyText(history.medianMs)}</span>
        <Text span size="xs" c="dimmed" title="95th percentile">
          {latencyText(history.p95Ms)}
        </Text>
      </span>
    </>
  );
}

function describeRange(range: HistoryRange, data: MeshHistory | undefined, now: number): string {
  const { long, bar } = RANGE_TEXTS[range];
  // A history that is not of now says until when it goes.
  const isOld = data !== undefined && now - data.to > 2 * data.slotMs && now - data.to > 180_000;
  const until = isOld ? ` until ${momentAgoText(data.to, now)}` : '';
  return `${long}${until}, one bar is ${bar}`;
}

interface FooterProps extends Pick<PlatformsPanelProps, 'read' | 'history' | 'now'> {
  hasRows: boolean;
}

function Footer({ read, history, hasRows, now }: FooterProps): ReactNode {
  if (!hasRows) return null;
  return (
    <Group justify="space-between" gap="xs">
      {history ? (
        <span className={styles.legend} aria-hidden="true">
          <i data-state="up" /> Up
          <i data-state="late" /> Slow
          <i data-state="down" /> Down
          <i data-state="notMeasured" /> Not measured
        </span>
      ) : null}
      <ReadNote
        read={
          history && !history.read.loading && !read.failure ? worseOf(read, history.read) : read
        }
        now={now}
      />
    </Group>
  );
}

/** The older of the two, since one note stands for the panel. */
function worseOf(one: ReadState, other: ReadState): ReadState {
  if (other.failure || other.age === 'fresh') return one;
  return one.age === 'fresh' || (other.at ?? 0) < (one.at ?? 0) ? other : one;
}

function PanelSkeleton() {
  return (
    <div className={styles.waiting}>
      {EXPECTED_PLATFORMS.map((row) => (
        <Skeleton key={row} height="1.75rem" />
      ))}
    </div>
  );
}
