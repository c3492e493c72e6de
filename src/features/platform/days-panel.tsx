import { Anchor, Group, List, Stack, Text } from '@mantine/core';
import { type CSSProperties, type PointerEvent, useMemo, useState } from 'react';
import { INCIDENTS } from '../../../contract/limits.ts';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Absence, PlatformHistory } from '../../../contract/shapes/mesh.ts';
import { useServerNow } from '../../console/connection.ts';
import { firstSlot, type SlotTimes, totalTimes } from '../../domain/availability.ts';
import { AvailabilityBars } from '../../ui/availability-bars.tsx';
import { IncidentList, incidentsLink, spanOf } from './incident-list.tsx';
import styles from './platform-screen.module.css';
import { absenceText, type Day, daysOf, overlap, spanText } from './ranges.ts';

/** So many leave room for two words below. */
const DAYS_APART = 6;

interface DaysProps {
  /** Whose days they are: the platform, or this node. */
  id: string;
  name: string;
  /** Of 90 days. */
  history: PlatformHistory;
  /** Too old to be taken for the present. */
  faded: boolean;
  /** null: this server has none. */
  incidents: readonly Incident[] | null;
  /** What there is to say of times. */
  describe: (times: SlotTimes) => string;
}

/** A bar for each of the last 90 days; a chosen one shows its times, its incidents, and why something was not measured. */
export function Days({ id, name, history, faded, incidents, describe }: DaysProps) {
  const now = useServerNow();
  const [chosenFrom, setChosenFrom] = useState<number>();
  const days = useMemo(() => {
    const all = daysOf(history);
    return all.slice(firstSlot(all.map(({ times }) => times)));
  }, [history]);
  const label = `${name}, last 90 days: ${describe(totalTimes(history.slots))}`;
  const chosen = days.findIndex(({ from }) => from === chosenFrom);
  const day = days[chosen];
  return (
    <Stack gap="xs">
      <DayBars
        days={days}
        label={label}
        chosen={day && chosen}
        faded={faded}
        describe={describe}
        onChoose={(index) => setChosenFrom(days[index]?.from)}
        now={now}
      />
      <Group
        justify="space-between"
        gap="xs"
        c="dimmed"
        fz="xs"
        maw={`${days.length * 1.5}rem`}
        aria-hidden="true"
      >
        {days.length > DAYS_APART ? <span>{days.length - 1} days ago</span> : null}
        <span>today</span>
      </Group>
      {day ? (
        <DayDetails
          day={day}
          absences={history.absences}
          incidents={incidents?.filter(({ platform }) => platform === id) ?? null}
          isComplete={isComplete(incidents ?? [], day)}
          id={id}
          describe={describe}
          now={now}
        />
      ) : (
        <Text size="sm" c="dimmed">
          Choose a day to see what happened on it.
        </Text>
      )}
    </Stack>
  );
}

interface DayDetailsProps extends Pick<DaysProps, 'describe'> {
  day: Day;
  absences: readonly Absence[];
  incidents: readonly Incident[] | null;
  isComplete: boolean;
  id: string;
  now: number;
}

function DayDetails({ day, absences, incidents, isComplete, id, describe, now }: DayDetailsProps) {
  const ofDay = incidents?.filter((incident) => overlap(spanOf(incident, now), day));
  const away = absences.filter((absence) => overlap(absence, day));
  return (
    <Stack component="section" gap="xs" aria-label="The chosen day">
      <Text size="sm">
        <strong>{spanText(day, now)}</strong>: {describe(day.times) || 'nothing is known'}
      </Text>
      {away.length > 0 ? (
        <List size="sm">
          {away.map((absence) => (
            <List.Item key={absence.from}>{absenceText(absence, now)}</List.Item>
          ))}
        </List>
      ) : null}
      {ofDay ? (
        <>
          <IncidentList incidents={ofDay} {...(isComplete && { none: 'No incidents.' })} />
          <Anchor {...incidentsLink(id, { from: day.from, to: day.to })} size="sm">
            All incidents of that day
          </Anchor>
        </>
      ) : null}
    </Stack>
  );
}

/** The list holds only the newest incidents that have ended: of an older day it says nothing. */
function isComplete(incidents: readonly Incident[], day: Day): boolean {
  const ended = incidents.flatMap(({ endedAt }) => endedAt ?? []);
  return ended.length < INCIDENTS.endedDefault || Math.min(...ended) <= day.from;
}

interface DayBarsProps {
  days: readonly Day[];
  /** What the bars say together. */
  label: string;
  /** Index of a day; undefined: none. */
  chosen: number | undefined;
  onChoose: (index: number) => void;
  faded: boolean;
  describe: (times: SlotTimes) => string;
  now: number;
}

/** Bars of days, over which a slider lies: its thumb is as wide as a bar. A finger and the arrow keys choose a day. */
function DayBars({ days, label, chosen, onChoose, faded, describe, now }: DayBarsProps) {
  const last = days.length - 1;
  const day = days[chosen ?? last];
  const chooseAt = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * days.length);
    onChoose(Math.min(Math.max(index, 0), last));
  };
  return (
    <div className={styles.days} style={{ '--days': days.length } as CSSProperties}>
      <AvailabilityBars slots={days.map(({ times }) => times)} label={label} faded={faded} />
      <input
        type="range"
        className={styles.slider}
        aria-label="Day"
        aria-valuetext={day && `${spanText(day, now)}: ${describe(day.times)}`}
        min={0}
        max={last}
        value={chosen ?? last}
        data-chosen={chosen !== undefined || undefined}
        onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
        onPointerUp={chooseAt}
        onFocus={({ currentTarget }) => onChoose(Number(currentTarget.value))}
      />
    </div>
  );
}
