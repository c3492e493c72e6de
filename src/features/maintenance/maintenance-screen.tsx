import { Button, Group, Stack } from '@mantine/core';
import { IconFlask, IconTool } from '@tabler/icons-react';
import type { Maintenance } from '../../../contract/shapes/maintenance.ts';
import { useServerNow } from '../../console/connection.ts';
import { isMissing, useRead } from '../../console/reads.ts';
import { zoneText } from '../../domain/moment.ts';
import { windowsAt } from '../../domain/windows.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import type { DataRead } from '../../ui/read-state.tsx';
import { DrillList, useDrills } from './drill-list.tsx';
import type { MaintenanceSearch } from './maintenance-search.ts';
import { WindowRow } from './window-row.tsx';
import '../../ui/theme/late-styles.css';

const WINDOWS_EVERY_MS = 1000;

const MaintenanceDialog = lazyDialog(
  async () => (await import('./maintenance-dialog.tsx')).MaintenanceDialog,
);
const DrillDialog = lazyDialog(async () => (await import('./drill-dialog.tsx')).DrillDialog);

interface MaintenanceScreenProps {
  search: MaintenanceSearch;
  onSearch: (search: MaintenanceSearch) => void;
}

/** Maintenance windows and drills, with their dialogs. */
export function MaintenanceScreen({ search, onSearch }: MaintenanceScreenProps) {
  const windows = useRead('maintenance');
  const hasWindows = !isMissing(windows);
  const incidents = useRead('incidents');
  const hasDrills = !isMissing(incidents);
  const drills = useDrills();
  const { platform } = search;
  const isOfDrills = search.part === 'drills';
  const close = () => onSearch({});
  if (!hasWindows && !hasDrills)
    return <EmptyState title="This server has no maintenance windows" icon={<IconTool />} />;
  return (
    <>
      <Stack>
        <Group gap="xs">
          {hasWindows && !isOfDrills ? (
            <Allowed call="planMaintenance">
              <Button
                variant="filled"
                leftSection={<IconTool size={16} />}
                onClick={() => onSearch({ new: 1 })}
              >
                Start maintenance
              </Button>
            </Allowed>
          ) : null}
          {hasDrills ? (
            <Allowed call="startDrill">
              <Button leftSection={<IconFlask size={16} />} onClick={() => onSearch({ drill: 1 })}>
                Start drill
              </Button>
            </Allowed>
          ) : null}
        </Group>
        {drills.length > 0 || isOfDrills ? (
          <ReadPanel
            flush
            title="Drills"
            read={incidents}
            failed="The drills could not be read"
            room="6rem"
          >
            {() => (drills.length > 0 ? <DrillList canEnd /> : <None text="No drill now" />)}
          </ReadPanel>
        ) : null}
        {hasWindows && !isOfDrills ? <WindowPanels windows={windows} /> : null}
      </Stack>
      <MaintenanceDialog
        opened={search.new === 1}
        chosen={platform === undefined ? [] : [platform]}
        onClose={close}
      />
      <DrillDialog opened={search.drill === 1} chosen={platform} onClose={close} />
    </>
  );
}

/** The windows that are now, ahead and past. */
function WindowPanels({ windows }: { windows: DataRead<readonly Maintenance[]> }) {
  const now = useServerNow(WINDOWS_EVERY_MS);
  const { current, ahead, past } = windowsAt(windows.data ?? [], now);
  const list = (shown: readonly Maintenance[]) => (
    <ul>
      {shown.map((window) => (
        <WindowRow key={window.id} canChange window={window} />
      ))}
    </ul>
  );
  return (
    <>
      <ReadPanel
        flush
        title="Now"
        description={`Times in ${zoneText(now)}`}
        read={windows}
        failed="The maintenance windows could not be read"
        room="6rem"
      >
        {() => (current.length > 0 ? list(current) : <None text="No maintenance now" />)}
      </ReadPanel>
      {windows.data ? (
        <>
          <Panel flush title="Ahead">
            {ahead.length > 0 ? list(ahead) : <None text="Nothing planned" />}
          </Panel>
          {past.length > 0 ? (
            <Panel flush title="Past" description="The last 30 days">
              {list(past)}
            </Panel>
          ) : null}
        </>
      ) : null}
    </>
  );
}

const None = ({ text }: { text: string }) => <EmptyState title={text} icon={<IconTool />} />;
