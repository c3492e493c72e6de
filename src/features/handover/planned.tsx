import { Title } from '@mantine/core';
import type { Maintenance } from '../../../contract/shapes/maintenance.ts';
import { useServerNow } from '../../console/connection.ts';
import { windowsAt } from '../../domain/windows.ts';
import type { DataRead } from '../../ui/read-state.tsx';
import { DrillList, useDrills } from '../maintenance/drill-list.tsx';
import { WindowRow } from '../maintenance/window-row.tsx';
import { Nothing, Part } from './part.tsx';

const AHEAD_MS = 24 * 60 * 60 * 1000;
const WINDOWS_EVERY_MS = 1000;

/** Maintenance now and within a day, and the drills that run. */
export function Planned({ windows }: { windows: DataRead<readonly Maintenance[]> }) {
  const now = useServerNow(WINDOWS_EVERY_MS);
  const drills = useDrills();
  return (
    <Part title="Maintenance and drills" description="Now and in the next 24 hours" read={windows}>
      {(list) => {
        const { current, ahead } = windowsAt(list, now);
        const soon = ahead.filter(({ startsAt }) => startsAt < now + AHEAD_MS);
        if (current.length + soon.length + drills.length === 0)
          return <Nothing text="Nothing planned" />;
        return (
          <>
            <DrillList />
            <Windows title="Now" shown={current} />
            <Windows title="Ahead" shown={soon} />
          </>
        );
      }}
    </Part>
  );
}

function Windows({ title, shown }: { title: string; shown: readonly Maintenance[] }) {
  if (shown.length === 0) return null;
  return (
    <section aria-label={`Maintenance, ${title.toLowerCase()}`}>
      <Title order={3} px="md" pt="xs">
        {title}
      </Title>
      <ul>
        {shown.map((window) => (
          <WindowRow key={window.id} window={window} />
        ))}
      </ul>
    </section>
  );
}
