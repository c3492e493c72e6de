import { Title } from '@mantine/core';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Maintenance } from '../../../contract/shapes/maintenance.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import type { DataRead } from '../../ui/read-state.tsx';
import { DrillList, runningDrills } from '../maintenance/drill-list.tsx';
import { WindowRow } from '../maintenance/window-row.tsx';
import { windowsAt } from '../maintenance/windows.ts';
import { Nothing, Part } from './part.tsx';

const AHEAD_MS = 24 * 60 * 60 * 1000;

interface PlannedProps {
  windows: DataRead<readonly Maintenance[]>;
  /** Among them the running drills. */
  incidents: readonly Incident[] | undefined;
  platforms: readonly Connection[];
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** Maintenance now and within a day, and the drills that run. */
export function Planned({ windows, incidents, platforms, now }: PlannedProps) {
  return (
    <Part title="Maintenance and drills" description="Now and in the next 24 hours" read={windows}>
      {(list) => {
        const { current, ahead } = windowsAt(list, now);
        const soon = ahead.filter(({ startsAt }) => startsAt < now + AHEAD_MS);
        const drills = runningDrills(incidents, now);
        if (current.length + soon.length + drills.length === 0)
          return <Nothing text="Nothing planned" />;
        return (
          <>
            <DrillList {...{ incidents, platforms, now }} />
            <Windows title="Now" shown={current} {...{ platforms, now }} />
            <Windows title="Ahead" shown={soon} {...{ platforms, now }} />
          </>
        );
      }}
    </Part>
  );
}

interface WindowsProps extends Pick<PlannedProps, 'platforms' | 'now'> {
  title: string;
  shown: readonly Maintenance[];
}

function Windows({ title, shown, platforms, now }: WindowsProps) {
  if (shown.length === 0) return null;
  return (
    <section aria-label={`Maintenance, ${title.toLowerCase()}`}>
      <Title order={3} px="md" pt="xs">
        {title}
      </Title>
      <ul>
        {shown.map((window) => (
          <WindowRow key={window.id} {...{ window, platforms, now }} />
        ))}
      </ul>
    </section>
  );
}
