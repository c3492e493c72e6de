import { type CSSProperties, useMemo, useState } from 'react';
import { HISTORY_RANGES, type HistoryRange } from '../../../contract/limits.ts';
import type { Connection, MeshHistory } from '../../../contract/shapes/mesh.ts';
import { useServerNow } from '../../console/connection.ts';
import { usePlatforms } from '../../console/platforms.ts';
import { useRead } from '../../console/reads.ts';
import { firstSlot, RANGE_TEXTS } from '../../domain/availability.ts';
import { durationText } from '../../domain/format.ts';
import { momentAgoText } from '../../domain/moment.ts';
import { type Judged, problemsFirst } from '../../domain/verdict.ts';
import { AvailabilityLegend } from '../../ui/availability-legend.tsx';
import { useFirstRows } from '../../ui/first-rows.tsx';
import { grouped, hasGroups } from '../../ui/groups.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import { type DataRead, ReadNote } from '../../ui/read-state.tsx';
import { Segments } from '../../ui/segments.tsx';
import { PlatformRow, type PointedSlot } from './platform-row.tsx';
import styles from './platforms-panel.module.css';
import { TimeAxis, useTimeAxis } from './time-axis.tsx';

const AGES_EVERY_MS = 10_000;
/** More are folded into their groups, or shown when asked for. */
const ALL_SHOWN = 12;
const NOT_FRESH_AFTER_MS = 180_000;

const OPTIONS = (Object.keys(HISTORY_RANGES) as HistoryRange[]).map((value) => ({
  value,
  label: RANGE_TEXTS[value].short,
}));

interface PlatformsSectionProps {
  range: HistoryRange;
  onRange: (range: HistoryRange) => void;
}

/** The platforms panel with its data. */
export function PlatformsSection(props: PlatformsSectionProps) {
  const connections = usePlatforms();
  const history = useRead('meshHistory', { range: props.range });
  const now = useServerNow(AGES_EVERY_MS);
  return (
    <PlatformsPanel
      {...props}
      connections={connections}
      history={history.failure?.status === 404 ? null : history}
      now={now}
    />
  );
}

interface PlatformsPanelProps extends PlatformsSectionProps {
  connections: DataRead<readonly Judged<Connection>[]>;
  /** null: this server has none. */
  history: DataRead<MeshHistory> | null;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** Every platform: its state and since when, and how available and how fast it was over the range. */
export function PlatformsPanel(props: PlatformsPanelProps) {
  const { connections, history, range, onRange, now } = props;
  const [pointed, setPointed] = useState<PointedSlot>();
  const platforms = history?.data?.platforms;
  const first = useMemo(
    () => firstSlot(...(platforms ?? []).map(({ slots }) => slots)),
    [platforms],
  );
  const axis = useTimeAxis(history?.data, first);
  const sorted = problemsFirst(connections.data ?? []);
  const isFolded = sorted.length > ALL_SHOWN && hasGroups(sorted);
  const [shown, more] = useFirstRows(sorted, 'platforms', ALL_SHOWN);
  const rest = isFolded || !more ? null : <li key="more">{more}</li>;
  return (
    <ReadPanel
      flush
      className={styles.panel}
      title="Platform availability"
      description={history ? (pointed?.text ?? describeRange(range, history.data, now)) : undefined}
      actions={
        history ? (
          <Segments aria-label="Range" data={OPTIONS} value={range} onChange={onRange} />
        ) : undefined
      }
      footer={
        history?.failure && !history.data ? (
          <ReadNote read={history} failed="The history could not be read" now={now} />
        ) : history && connections.data ? (
          <AvailabilityLegend />
        ) : null
      }
      read={connections}
      failed="The platforms could not be read"
      room="15rem"
      lines={6}
      now={now}
    >
      {(list, age) =>
        list.length === 0 ? (
          <p className={styles.none}>No platforms yet</p>
        ) : (
          <ul
            className={styles.rows}
            data-history={history !== null}
            // In all rows.
            style={{ '--pointed': pointed?.slot } as CSSProperties}
            aria-busy={history?.loading ?? false}
          >
            <li className={styles.head} aria-hidden="true">
              <span className={styles.wide}>Platform</span>
              <span className={styles.wide}>Status</span>
              {history ? (
                <>
                  <TimeAxis axis={axis} isNow={history.age === 'fresh'} />
                  <span className={styles.up}>Up</span>
                  <span className={`${styles.wide} ${styles.latency}`}>Latency</span>
                  <span className={`${styles.wide} ${styles.number}`}>median · p95</span>
                </>
              ) : (
                <span className={`${styles.wide} ${styles.number}`}>Latency</span>
              )}
            </li>
            {grouped({
              from: ALL_SHOWN,
              platforms: isFolded ? sorted : shown,
              age,
              item: (connection) => (
                <PlatformRow
                  key={connection.id}
                  {...{ connection, age, history, range, first, ticks: axis.lines, now }}
                  onPoint={setPointed}
                />
              ),
            })}
            {rest}
          </ul>
        )
      }
    </ReadPanel>
  );
}

function describeRange(range: HistoryRange, data: MeshHistory | undefined, now: number): string {
  // A history that is not of now says until when it goes.
  const isOld = data !== undefined && now - data.to > Math.max(2 * data.slotMs, NOT_FRESH_AFTER_MS);
  const until = isOld ? ` until ${momentAgoText(data.to, now)}` : '';
  const { slotMs } = data ?? HISTORY_RANGES[range];
  return `${RANGE_TEXTS[range].long}${until}, one bar is ${durationText(slotMs)}`;
}
