import { Group, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { PLATFORM_RANGES, type PlatformRange } from '../../../contract/limits.ts';
import type { LatencySlot, PlatformHistory } from '../../../contract/shapes/mesh.ts';
import { timesText } from '../../shared/availability.ts';
import { latencyText } from '../../shared/format.ts';
import { ExportButtons } from '../../ui/export-buttons.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import type { DataRead } from '../../ui/read-state.tsx';
import styles from './platform-screen.module.css';
import { PLATFORM_RANGE_TEXTS, spanText } from './ranges.ts';
import { exportHistory } from './save-probes.ts';

const LatencyChart = lazy(async () => ({
  default: (await import('./latency-chart.tsx')).LatencyChart,
}));

const RANGES = (Object.keys(PLATFORM_RANGES) as PlatformRange[]).map((value) => ({
  value,
  label: PLATFORM_RANGE_TEXTS[value].short,
}));

const KEYS = {
  median: 'Median',
  range: 'Minimum to maximum',
  down: 'Down',
  planned: 'Maintenance',
  notMeasured: 'Not measured',
};

interface LatencyPanelProps {
  /** Of the platform. */
  id: string;
  name: string;
  history: DataRead<PlatformHistory>;
  range: PlatformRange;
  onRange: (range: PlatformRange) => void;
  now: number;
}

/** How fast a platform answered over a range. */
export function LatencyPanel({ id, name, history, range, onRange, now }: LatencyPanelProps) {
  const [pointed, setPointed] = useState<number>();
  const { long, step } = PLATFORM_RANGE_TEXTS[range];
  return (
    <ReadPanel
      title="Median and range of latency"
      description={`${long}, one point is ${step}`}
      actions={
        <SegmentedControl<PlatformRange>
          aria-label="Range"
          data={RANGES}
          value={range}
          onChange={onRange}
        />
      }
      read={history}
      failed="The latency could not be read"
      room={history.loading ? '19rem' : undefined}
      now={now}
    >
      {(data) =>
        data.slots.every(isUnmeasured) ? (
          <Text size="sm" c="dimmed">
            Nothing was measured in this time.
          </Text>
        ) : (
          <>
            <Suspense fallback={<Skeleton height="13.75rem" />}>
              <LatencyChart
                history={data}
                label={`Latency of ${name}, ${long.toLowerCase()}: ${rangeText(data.slots)}`}
                pointed={pointed}
                onPoint={setPointed}
                describe={(slot) => slotText(data, slot, now)}
              />
            </Suspense>
            <Text size="sm" mih="1.5em" style={{ fontVariantNumeric: 'tabular-nums' }}>
              {pointed === undefined ? rangeText(data.slots) : slotText(data, pointed, now)}
            </Text>
            <Group justify="space-between" gap="sm">
              <Group gap="md" fz="xs" c="dimmed" aria-hidden="true">
                {Object.entries(KEYS).map(([kind, word]) => (
                  <Group key={kind} gap={6}>
                    <span className={styles.key} data-kind={kind} />
                    {word}
                  </Group>
                ))}
              </Group>
              <ExportButtons
                count={data.slots.length}
                onExport={(...how) => exportHistory(history, data, id, ...how)}
              />
            </Group>
          </>
        )
      }
    </ReadPanel>
  );
}

/** A first probe has a latency, and no time that its result held. */
const isUnmeasured = ({ up, late, down, planned = 0, latencyMs }: LatencySlot) =>
  up + late + down + planned === 0 && latencyMs === null;

/** @returns between what the medians lay */
function rangeText(slots: readonly LatencySlot[]): string {
  const medians = slots.flatMap(({ latencyMs }) => latencyMs ?? []);
  if (medians.length === 0) return 'No probe was answered';
  const [least, most] = [Math.min(...medians), Math.max(...medians)].map(latencyText);
  const top = latencyText(Math.max(...slots.map(({ maxMs }) => maxMs ?? 0)));
  return `${least === most ? `Median ${most}` : `Medians from ${least} to ${most}`}, at most ${top}`;
}

/** @returns what was measured in one slot */
function slotText({ from, to, slotMs, slots }: PlatformHistory, index: number, now: number) {
  const slot = slots[index];
  if (!slot) return '';
  const start = from + index * slotMs;
  const when = spanText({ from: start, to: Math.min(start + slotMs, to) }, now);
  const { latencyMs, minMs, maxMs } = slot;
  const speed =
    latencyMs === null
      ? []
      : [`median ${latencyText(latencyMs)}`, `${latencyText(minMs)} to ${latencyText(maxMs)}`];
  return `${when}: ${[...speed, timesText(slot) || 'not measured'].join(', ')}`;
}
