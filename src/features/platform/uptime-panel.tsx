import { Text } from '@mantine/core';
import { memo } from 'react';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { PlatformHistory, Uptime } from '../../../contract/shapes/mesh.ts';
import {
  availabilityShare,
  type SlotTimes,
  shareText,
  timesText,
} from '../../shared/availability.ts';
import { durationText } from '../../shared/format.ts';
import { AvailabilityLegend } from '../../ui/availability-legend.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import type { DataRead } from '../../ui/read-state.tsx';
import { Days } from './days-panel.tsx';
import styles from './platform-screen.module.css';
import { PLATFORM_RANGE_TEXTS } from './ranges.ts';

interface UptimePanelProps {
  id: string;
  name: string;
  /** undefined: not known. */
  uptime: readonly Uptime[] | undefined;
  /** Of 90 days. */
  days: DataRead<PlatformHistory>;
  incidents: readonly Incident[] | null;
  now: number;
}

/** How available a platform was: shares of the measured time, and a bar for each day. */
export const UptimePanel = memo(function UptimePanel(props: UptimePanelProps) {
  const { id, name, uptime, days, incidents, now } = props;
  return (
    <ReadPanel
      title="Uptime"
      description="Share of the measured time, maintenance left out"
      read={days}
      failed="The history could not be read"
      room={days.loading ? '13rem' : undefined}
      now={now}
    >
      {(history, age) => (
        <>
          {uptime ? (
            <dl className={styles.figures}>
              {uptime.map((one) => (
                <Figure key={one.range} {...one} />
              ))}
            </dl>
          ) : null}
          <Days
            id={id}
            name={name}
            history={history}
            faded={age !== 'fresh'}
            incidents={incidents}
            describe={platformTimes}
            now={now}
          />
          <AvailabilityLegend />
        </>
      )}
    </ReadPanel>
  );
});

function Figure({ range, ...times }: Uptime) {
  const isRange = Object.hasOwn(PLATFORM_RANGE_TEXTS, range);
  const share = availabilityShare(times);
  const notes = [
    times.planned > 0 && `maintenance ${durationText(times.planned)}`,
    times.notMeasured > 0 && `not measured ${durationText(times.notMeasured)}`,
  ].filter(Boolean);
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {isRange ? PLATFORM_RANGE_TEXTS[range as '24h'].long : range}
      </Text>
      <Text component="dd" m={0} fz="xl" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {share === undefined ? 'Not measured' : shareText(share)}
      </Text>
      <Text component="dd" m={0} size="xs" c="dimmed">
        {share === undefined ? null : notes.join(', ')}
      </Text>
    </div>
  );
}

function platformTimes(times: SlotTimes): string {
  const share = availabilityShare(times);
  const held = timesText(times);
  return share === undefined ? held : `${shareText(share)} available; ${held}`;
}
