import { Button, Group, NativeSelect, Skeleton, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { subjectText, valueText } from '../../../contract/host-text.ts';
import type { PlatformRange } from '../../../contract/limits.ts';
import type { HostSeries } from '../../../contract/shapes/host.ts';
import { useServerNow } from '../../console/connection.ts';
import { useDisabledReason } from '../../console/permissions.ts';
import { useRead, useReadData } from '../../console/reads.ts';
import { fullForecast } from '../../domain/forecast.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import { Segments } from '../../ui/segments.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { useLoading } from '../../ui/use-loaded.ts';
import { HostLimit } from './host-limit.tsx';
import { loadChart, RANGES } from './latency-panel.tsx';
import { spanText } from './ranges.ts';

const HostDialog = lazyDialog(async () => (await import('./host-dialog.tsx')).HostDialog);

/** @param id of a platform, or of this node. Only who may set metrics up sees that there are none */
export function HostPanel({ id }: { id: string }) {
  const host = useRead('host', { id });
  const [range, setRange] = useState<PlatformRange>('24h');
  const [chosen, setChosen] = useState<number>();
  const [isOpen, setOpen] = useState(false);
  const mayChange = useDisabledReason('changeHost') === undefined;
  const { series = [] } = host.data ?? {};
  const shown = series.find((one) => one.id === chosen) ?? series[0];
  if (host.data === undefined || (shown === undefined && !mayChange)) return null;
  return (
    <ReadPanel
      title="Host"
      read={host}
      failed="The host could not be read"
      room={0}
      actions={
        <>
          {mayChange ? (
            <Button size="xs" aria-haspopup="dialog" onClick={() => setOpen(true)}>
              Metrics address
            </Button>
          ) : null}
          {shown ? (
            <Segments aria-label="Range" data={RANGES} value={range} onChange={setRange} />
          ) : null}
        </>
      }
    >
      {({ hasAddress, limits }) => (
        <>
          {shown ? (
            <>
              <NativeSelect
                aria-label="Measure"
                data={series.map((one) => ({
                  value: String(one.id),
                  label: `${subjectText(one)}: ${valueText(one.measure, one.value)}`,
                }))}
                value={shown.id}
                onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
              />
              <SeriesChart key={shown.measure} series={shown} range={range} />
              {mayChange ? <HostLimit key={shown.id} {...{ id, limits, series: shown }} /> : null}
            </>
          ) : (
            <Text size="sm" c="dimmed">
              No metrics of its host have come yet.
            </Text>
          )}
          <HostDialog {...{ id, hasAddress }} opened={isOpen} onClose={() => setOpen(false)} />
        </>
      )}
    </ReadPanel>
  );
}

/** A line that stays below this is low. */
const LEAST: Readonly<Record<string, number>> = { network: 100, temperature: 50, uptime: 3600 };

/** The median over a band from the least to the most. */
function SeriesChart({ series, range }: { series: HostSeries; range: PlatformRange }) {
  const { id, measure, at } = series;
  const now = useServerNow();
  const [pointed, setPointed] = useState<number>();
  const { component: Chart, ...loading } = useLoading(loadChart);
  const history = useReadData('hostHistory', { id: String(id), range });
  const isDisk = measure === 'filesystem';
  const month = useReadData('hostHistory', isDisk ? { id: String(id), range: '30d' } : null);
  const forecast = month && fullForecast(month);
  const text = (value: number) => valueText(measure, value);
  const unit = useMemo(
    () => ({ text: (value: number) => valueText(measure, value), least: LEAST[measure] ?? 1 }),
    [measure],
  );
  function describe(index: number): string {
    const { from = 0, slotMs = 0, slots } = history ?? {};
    const { latencyMs, minMs, maxMs } = slots?.[index] ?? {};
    const start = from + index * slotMs;
    const values = [latencyMs, minMs, maxMs].map((value) => text(value ?? 0));
    const said =
      latencyMs == null ? 'not measured' : `median ${values[0]}, ${values[1]} to ${values[2]}`;
    return `${spanText({ from: start, to: start + slotMs }, now)}: ${said}`;
  }
  return (
    <>
      {Chart && history ? (
        <Chart
          label={`${subjectText(series)}: ${text(series.value)}`}
          onPoint={setPointed}
          {...{ history, pointed, describe, unit }}
        />
      ) : (
        <NotLoaded {...loading}>
          <Skeleton height="13.75rem" />
        </NotLoaded>
      )}
      <Group justify="space-between" mih="1.5em" fz="sm">
        {pointed === undefined ? (
          <TimeAgo at={at} now={now} prefix="Measured " c="dimmed" />
        ) : (
          describe(pointed)
        )}
        {forecast ? (
          <Text inherit fw={500} c="yellow">
            {forecast}
          </Text>
        ) : null}
      </Group>
    </>
  );
}
