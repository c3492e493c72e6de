import { Box, Text } from '@mantine/core';
import { useState } from 'react';
import type { HistoryRange } from '../../../contract/limits.ts';
import type { Connection, MeshHistory } from '../../../contract/shapes/mesh.ts';
import { useServerNow } from '../../client/connection.ts';
import { usePlatforms } from '../../client/platforms.ts';
import { useRead } from '../../client/reads.ts';
import { RANGE_TEXTS } from '../../shared/availability.ts';
import { momentAgoText } from '../../shared/moment.ts';
import { problemsFirst } from '../../shared/verdict.ts';
import { AvailabilityLegend } from '../../ui/availability-legend.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import { type DataRead, ReadNote } from '../../ui/read-state.tsx';
import { PlatformRow } from './platform-row.tsx';
import styles from './platforms-panel.module.css';
import { RangeControl } from './range-control.tsx';

const AGES_EVERY_MS = 10_000;
const NOT_FRESH_AFTER_MS = 180_000;

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
  connections: DataRead<readonly Connection[]>;
  /** null: this server has none. */
  history: DataRead<MeshHistory> | null;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** Every platform: its state and since when, and how available and how fast it was over the range. */
export function PlatformsPanel(props: PlatformsPanelProps) {
  const { connections, history, range, onRange, now } = props;
  const [pointed, setPointed] = useState<string>();
  return (
    <ReadPanel
      flush
      title="Platform availability"
      description={history ? (pointed ?? describeRange(range, history.data, now)) : undefined}
      actions={history ? <RangeControl value={range} onChange={onRange} /> : undefined}
      footer={
        history?.failure && !history.data ? (
          <ReadNote read={history} failed="The history could not be read" now={now} />
        ) : history && connections.data ? (
          <AvailabilityLegend />
        ) : null
      }
      read={connections}
      failed="The platforms could not be read"
      room={connections.loading ? { base: '26rem', lg: '22.25rem' } : undefined}
      lines={6}
      now={now}
    >
      {(list, age) =>
        list.length === 0 ? (
          <Text size="sm" c="dimmed" px="md" pb="md">
            No platforms are configured
          </Text>
        ) : (
          <Box
            component="ul"
            fz="sm"
            className={styles.rows}
            data-history={history !== null}
            aria-busy={history?.loading ?? false}
          >
            <Text
              component="li"
              size="xs"
              c="dimmed"
              pb="xs"
              className={styles.wide}
              aria-hidden="true"
            >
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
            </Text>
            {problemsFirst(list).map((connection) => (
              <PlatformRow
                key={connection.id}
                {...{ connection, age, history, range, now }}
                onPoint={setPointed}
              />
            ))}
          </Box>
        )
      }
    </ReadPanel>
  );
}

function describeRange(range: HistoryRange, data: MeshHistory | undefined, now: number): string {
  const { long, bar } = RANGE_TEXTS[range];
  // A history that is not of now says until when it goes.
  const isOld = data !== undefined && now - data.to > Math.max(2 * data.slotMs, NOT_FRESH_AFTER_MS);
  const until = isOld ? ` until ${momentAgoText(data.to, now)}` : '';
  return `${long}${until}, one bar is ${bar}`;
}
