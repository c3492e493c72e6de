import { List, Stack, Text } from '@mantine/core';
import type { PlatformHistory } from '../../../contract/shapes/mesh.ts';
import type { SlotTimes } from '../../shared/availability.ts';
import { durationText } from '../../shared/format.ts';
import { AvailabilityLegend } from '../../ui/availability-legend.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import type { DataRead } from '../../ui/read-state.tsx';
import { Days } from './days-panel.tsx';
import { BackToMesh } from './platform-screen.tsx';
import { absenceText } from './ranges.ts';

const ABSENCES_SHOWN = 50;

interface NodeScreenProps {
  id: string;
  name: string;
  /** Of 90 days; null: this server has none. */
  days: DataRead<PlatformHistory> | null;
  now: number;
}

/** This node itself: when it measured, and when it did not and why. */
export function NodeScreen({ id, name, days, now }: NodeScreenProps) {
  const panel = {
    failed: 'The history could not be read',
    room: days?.loading ? '8rem' : undefined,
    now,
  };
  return (
    <Stack>
      <BackToMesh />
      {days ? (
        <>
          <ReadPanel
            title="This node"
            description="When it probed the platforms. They are unknown while it does not."
            read={days}
            {...panel}
          >
            {(history, age) => (
              <>
                <Days
                  id={id}
                  name={name}
                  history={history}
                  faded={age !== 'fresh'}
                  incidents={null}
                  describe={measuredText}
                  now={now}
                />
                <AvailabilityLegend kinds={{ up: 'Measuring', notMeasured: 'Not measured' }} />
              </>
            )}
          </ReadPanel>
          <ReadPanel title="When nothing was measured" read={days} {...panel}>
            {({ absences }) =>
              absences.length === 0 ? (
                <Text size="sm" c="dimmed">
                  No such time in the last 90 days.
                </Text>
              ) : (
                <List size="sm" spacing="xs">
                  {[...absences]
                    .sort((a, b) => b.from - a.from)
                    .slice(0, ABSENCES_SHOWN)
                    .map((absence) => (
                      <List.Item key={absence.from}>{absenceText(absence, now)}</List.Item>
                    ))}
                </List>
              )
            }
          </ReadPanel>
        </>
      ) : (
        <Panel title="This node">
          <Text size="sm">This server keeps no history of itself.</Text>
        </Panel>
      )}
    </Stack>
  );
}

const measuredText = ({ up, notMeasured }: SlotTimes) =>
  [
    up > 0 && `measured ${durationText(up)}`,
    notMeasured > 0 && `not measured ${durationText(notMeasured)}`,
  ]
    .filter(Boolean)
    .join(', ');
