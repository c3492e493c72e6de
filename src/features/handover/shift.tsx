import { Text } from '@mantine/core';
import { MINUTE_MS } from '../../../contract/limits.ts';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { MeshHistory } from '../../../contract/shapes/mesh.ts';
import { useServerNow } from '../../console/connection.ts';
import { useKnownPlatforms } from '../../console/platforms.ts';
import { durationText } from '../../domain/format.ts';
import { platformNames } from '../../domain/platform-name.ts';
import { periodText } from '../../domain/zoned-time.ts';
import { useFirstRows } from '../../ui/first-rows.tsx';
import type { DataRead } from '../../ui/read-state.tsx';
import { ScrollTable } from '../../ui/scroll-table.tsx';
import { Segments } from '../../ui/segments.tsx';
import { SHIFTS, type Shift } from './handover-search.ts';
import { Nothing, Part } from './part.tsx';
import { type ShiftSummary, shiftSummary } from './shift-summary.ts';

const NOW_EVERY_MS = 1000;

interface ShiftPartProps {
  incidents: DataRead<readonly Incident[]>;
  /** Of the last day; undefined: not known. */
  history: MeshHistory | undefined;
  shift: Shift;
  onShift: (shift: Shift) => void;
}

/** What happened in the shift: incidents and downtime. */
export function ShiftPart({ incidents, history, shift, onShift }: ShiftPartProps) {
  const now = useServerNow(NOW_EVERY_MS);
  const summary = shiftSummary(incidents.data ?? [], history, now - SHIFTS[shift].ms);
  const { from, to } = summary;
  return (
    <Part
      title="What happened"
      description={periodText(from, to ?? now)}
      actions={
        <Segments
          aria-label="Last hours"
          data={Object.entries(SHIFTS).map(([value, { label }]) => ({ value, label }))}
          value={shift}
          onChange={(value) => onShift(value as Shift)}
        />
      }
      read={incidents}
    >
      {() => <Summary summary={summary} />}
    </Part>
  );
}

function Summary({ summary }: { summary: ShiftSummary }) {
  const platforms = useKnownPlatforms();
  const { to, total, isAtLeast, notMeasured } = summary;
  // A column for what nobody had takes room that a phone does not have.
  const states = to === undefined ? [] : STATE_KEYS.filter((state) => total[state] > 0);
  const isGap = notMeasured >= MINUTE_MS;
  const downtime = to === undefined ? '' : `, ${timeText(total.down) ?? 'no'} downtime`;
  const sorted = [...summary.platforms].sort(
    ([, one], [, other]) => other.down - one.down || other.incidents - one.incidents,
  );
  const [shown, more] = useFirstRows(sorted, 'platforms');
  return (
    <>
      <Text size="sm" px="md" pb="xs">
        <b>
          {isAtLeast ? 'At least ' : ''}
          {total.incidents} {total.incidents === 1 ? 'incident' : 'incidents'}
        </b>
        {downtime}
        {isGap ? `, not measured for ${durationText(notMeasured)}` : ''}
      </Text>
      {summary.platforms.size === 0 ? (
        <Nothing
          text={
            platforms.length === 0
              ? 'No platforms yet'
              : `Every platform answered in time${isGap ? ' while it was measured' : ''}`
          }
        />
      ) : (
        <>
          <ScrollTable
            label="What happened, by platform"
            minWidth="20rem"
            data={{
              head: ['Platform', 'Incidents', ...states.map((state) => STATES[state])],
              body: shown.map(([id, times]) => [
                platformNames([id], platforms),
                times.incidents,
                ...states.map((state) => timeText(times[state]) ?? '—'),
              ]),
            }}
          />
          {more}
        </>
      )}
    </>
  );
}

const STATES = { down: 'Down', planned: 'Planned', late: 'Slow' };
const STATE_KEYS = Object.keys(STATES) as (keyof typeof STATES)[];

const timeText = (ms: number) => (ms > 0 ? durationText(ms) : undefined);
