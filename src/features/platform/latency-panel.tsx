import { Group, Skeleton, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { PLATFORM_RANGES, type PlatformRange } from '../../../contract/limits.ts';
import type { LatencySlot, PlatformHistory } from '../../../contract/shapes/mesh.ts';
import { useServerNow } from '../../console/connection.ts';
import { useRead, useReadData } from '../../console/reads.ts';
import { firstSlot, timesText } from '../../domain/availability.ts';
import { latencyForecast } from '../../domain/forecast.ts';
import { latencyText } from '../../domain/format.ts';
import { momentAgoText } from '../../domain/moment.ts';
import { AvailabilityLegend } from '../../ui/availability-legend.tsx';
import { ExportButtons } from '../../ui/export-buttons.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import { Segments } from '../../ui/segments.tsx';
import { useLoading } from '../../ui/use-loaded.ts';
import styles from './platform-screen.module.css';
import { PLATFORM_RANGE_TEXTS, spanText } from './ranges.ts';
import { exportHistory } from './save-probes.ts';

export const loadChart = async () => (await import('./latency-chart.tsx')).LatencyChart;

export const RANGES = (Object.keys(PLATFORM_RANGES) as PlatformRange[]).map((value) => ({
  value,
  label: PLATFORM_RANGE_TEXTS[value].short,
}));

/** An axis of time has at least so many. */
const POINTS_MIN = 12;

const KEYS = {
  median: 'Median',
  range: 'Minimum to maximum',
};

interface LatencyPanelProps {
  /** Of the platform. */
  id: string;
  name: string;
  range: PlatformRange;
  onRange: (range: PlatformRange) => void;
}

/** How fast a platform answered over a range. */
export function LatencyPanel({ id, name, range, onRange }: LatencyPanelProps) {
  const history = useRead('platformHistory', { id, range });
  const { long, step } = PLATFORM_RANGE_TEXTS[range];
  return (
    <ReadPanel
      title="Median and range of latency"
      description={`${long}${beganText(history.data)}, one point is ${step}`}
      actions={<Segments aria-label="Range" data={RANGES} value={range} onChange={onRange} />}
      read={history}
      failed="The latency could not be read"
      room="19rem"
    >
      {(data) =>
        data.slots.every(isUnmeasured) ? (
          <Text size="sm" c="dimmed">
            Nothing was measured in this time.
          </Text>
        ) : (
          <>
            <Chart data={data} label={`Latency of ${name}, ${long.toLowerCase()}`} />
            <LatencyForecast id={id} />
            <Group justify="space-between" gap="sm">
              <Group gap="md" fz="xs" aria-hidden="true">
                {Object.entries(KEYS).map(([kind, word]) => (
                  <Group key={kind} gap={6}>
                    <span className={styles.key} data-kind={kind} />
                    {word}
                  </Group>
                ))}
                <AvailabilityLegend />
              </Group>
              <ExportButtons
                count={data.slots.length}
                onExport={(way) => exportHistory(history, data, id, way)}
              />
            </Group>
          </>
        )
      }
    </ReadPanel>
  );
}

/**
 * When a platform will answer late, if its latency goes on growing; nothing where that cannot be said.
 *
 * @param id of the platform
 */
function LatencyForecast({ id }: { id: string }) {
  const lateMs = useReadData('platform', { id })?.lateMs;
  const { data, age } = useRead('platformHistory', { id, range: '30d' });
  if (lateMs === undefined || data === undefined || age !== 'fresh') return null;
  const text = latencyForecast(data, lateMs);
  return text ? (
    <Text size="sm" fw={500} c="yellow">
      {text}
    </Text>
  ) : null;
}

/** It begins with the first measurement. */
function Chart({ data, label }: { data: PlatformHistory; label: string }) {
  const now = useServerNow();
  const [pointed, setPointed] = useState<number>();
  const { component: LatencyChart, ...loading } = useLoading(loadChart);
  const history = useMemo(() => {
    const first = Math.max(0, Math.min(firstSlot(data.slots), data.slots.length - POINTS_MIN));
    return { ...data, from: data.from + first * data.slotMs, slots: data.slots.slice(first) };
  }, [data]);
  const { slots } = history;
  return (
    <>
      {LatencyChart ? (
        <LatencyChart
          history={history}
          label={`${label}: ${rangeText(slots)}`}
          pointed={pointed}
          onPoint={setPointed}
          describe={(slot) => slotText(history, slot, now)}
        />
      ) : (
        <NotLoaded {...loading}>
          <Skeleton height="15.5rem" />
        </NotLoaded>
      )}
      <Text size="sm" mih="1.5em" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {pointed === undefined ? rangeText(slots) : slotText(history, pointed, now)}
      </Text>
    </>
  );
}

/** A first probe has a latency, and no time that its result held. */
const isUnmeasured = ({ up, late, down, planned = 0, latencyMs }: LatencySlot) =>
  up + late + down + planned === 0 && latencyMs === null;

/** @returns since when there is anything in the range, where that is not all of it */
function beganText(data: PlatformHistory | undefined): string {
  const first = data ? firstSlot(data.slots) : 0;
  if (!data || first === 0) return '';
  return ` (measured since ${momentAgoText(data.from + first * data.slotMs, data.to)})`;
}

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
