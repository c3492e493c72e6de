import { List, Stack, Text } from '@mantine/core';
import { useServerNow } from '../../console/connection.ts';
import { isMissing, useRead } from '../../console/reads.ts';
import type { SlotTimes } from '../../domain/availability.ts';
import { durationText } from '../../domain/format.ts';
import { AvailabilityLegend } from '../../ui/availability-legend.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import { Days } from './days-panel.tsx';
import { HostPanel } from './host-panel.tsx';
import { BackToMesh } from './platform-screen.tsx';
import { absenceText } from './ranges.ts';

const ABSENCES_SHOWN = 50;

/** This node itself: when it measured, and when it did not and why. */
export function NodeScreen({ id, name }: { id: string; name: string }) {
  const days = useRead('platformHistory', { id, range: '90d' });
  const now = useServerNow();
  const panel = {
    failed: 'The history could not be read',
    room: days.loading ? '8rem' : undefined,
  };
  return (
    <Stack>
      <BackToMesh />
      {isMissing(days) ? (
        <Panel title="This node">
          <Text size="sm">This server keeps no history of itself.</Text>
        </Panel>
      ) : (
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
                />
                <AvailabilityLegend kinds={{ up: 'Measuring', notMeasured: 'Not measured' }} />
              </>
            )}
          </ReadPanel>
          <HostPanel id={id} />
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
