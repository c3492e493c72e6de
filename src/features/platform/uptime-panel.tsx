import { Text } from '@mantine/core';
import type { Uptime } from '../../../contract/shapes/mesh.ts';
import { useRead, useReadData } from '../../console/reads.ts';
import {
  availabilityShare,
  measuredText,
  type SlotTimes,
  shareText,
  timesText,
} from '../../domain/availability.ts';
import { durationText } from '../../domain/format.ts';
import { AvailabilityLegend } from '../../ui/availability-legend.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import { Days } from './days-panel.tsx';
import styles from './platform-screen.module.css';
import { PLATFORM_RANGE_TEXTS } from './ranges.ts';

interface UptimePanelProps {
  /** Of the platform. */
  id: string;
  name: string;
}

/** How available a platform was: shares of the measured time, and a bar for each day. */
export function UptimePanel({ id, name }: UptimePanelProps) {
  const uptime = useReadData('platform', { id })?.uptime;
  const days = useRead('platformHistory', { id, range: '90d' });
  const incidents = useReadData('incidents') ?? null;
  return (
    <ReadPanel
      title="Uptime"
      description="Share of the measured time, without maintenance and what others caused"
      read={days}
      failed="The history could not be read"
      room="13rem"
    >
      {(history, age) => (
        <>
          {uptime ? (
            <dl className={styles.figures}>
              {uptime.filter(addsTime).map((one) => (
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
          />
          <AvailabilityLegend />
        </>
      )}
    </ReadPanel>
  );
}

/** Of a young server the longer ranges hold no more than the shorter ones. */
const addsTime = (one: Uptime, index: number, all: readonly Uptime[]) =>
  all[index - 1] === undefined || measuredMs(one) > measuredMs(all[index - 1] ?? one);

const measuredMs = ({
  up,
  late,
  down,
  planned,
}: Pick<Uptime, 'up' | 'late' | 'down' | 'planned'>) => up + late + down + planned;

function Figure({ range, alone = 0, affected = 0, ...times }: Uptime) {
  const isRange = Object.hasOwn(PLATFORM_RANGE_TEXTS, range);
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {isRange ? PLATFORM_RANGE_TEXTS[range as '24h'].long : range}
      </Text>
      <Text component="dd" m={0} fz="xl" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {shareText(availabilityShare(times))}
      </Text>
      <Text component="dd" m={0} size="xs" c="dimmed">
        {[
          measuredText(times) || 'nothing measured',
          times.planned > affected && `maintenance ${durationText(times.planned - affected)}`,
          affected > 0 && `because of others ${durationText(affected)}`,
          alone > 0 && `${shareText(alone / measuredMs(times))} of it seen by this node alone`,
        ]
          .filter(Boolean)
          .join(', ')}
      </Text>
    </div>
  );
}

function platformTimes(times: SlotTimes): string {
  const share = availabilityShare(times);
  const held = timesText(times);
  return share === undefined ? held : `${shareText(share)} available; ${held}`;
}
