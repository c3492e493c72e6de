import { Button, EmptyState, Group, Stack } from '@mantine/core';
import { IconFlask, IconTool } from '@tabler/icons-react';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Maintenance } from '../../../contract/shapes/maintenance.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useServerNow } from '../../client/connection.ts';
import { useRead } from '../../client/reads.ts';
import { configuredPlatforms } from '../../product.ts';
import { zoneText } from '../../shared/moment.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import type { DataRead } from '../../ui/read-state.tsx';
import { Allowed } from '../shell/allowed.tsx';
import { DrillList, runningDrills } from './drill-list.tsx';
import type { MaintenanceSearch } from './maintenance-search.ts';
import { type MaintenanceActions, useEndDrill, useMaintenanceActions } from './use-maintenance.ts';
import { WindowRow } from './window-row.tsx';
import { windowsAt } from './windows.ts';
import '../../ui/theme/late-styles.css';

const COUNTDOWN_EVERY_MS = 1000;
const NOT_FOUND = 404;

const MaintenanceDialog = lazyDialog(
  async () => (await import('./maintenance-dialog.tsx')).MaintenanceDialog,
);
const DrillDialog = lazyDialog(async () => (await import('./drill-dialog.tsx')).DrillDialog);

interface MaintenanceScreenProps {
  search: MaintenanceSearch;
  onSearch: (search: MaintenanceSearch) => void;
}

/** Maintenance windows and drills, with their data and dialogs. */
export function MaintenanceScreen({ search, onSearch }: MaintenanceScreenProps) {
  const windows = useRead('maintenance');
  const incidents = useRead('incidents');
  const { platform } = search;
  const close = () => onSearch({});
  return (
    <>
      <MaintenanceView
        windows={windows.failure?.status === NOT_FOUND ? null : windows}
        incidents={incidents.failure?.status === NOT_FOUND ? null : incidents}
        platforms={useRead('connections').data ?? configuredPlatforms()}
        actions={useMaintenanceActions()}
        drills={useEndDrill()}
        now={useServerNow(COUNTDOWN_EVERY_MS)}
        onStart={() => onSearch({ new: 1 })}
        onDrill={() => onSearch({ drill: 1 })}
      />
      <MaintenanceDialog
        opened={search.new === 1}
        chosen={platform === undefined ? [] : [platform]}
        onClose={close}
      />
      <DrillDialog opened={search.drill === 1} chosen={platform} onClose={close} />
    </>
  );
}

interface MaintenanceViewProps {
  /** null: this server has none. */
  windows: DataRead<readonly Maintenance[]> | null;
  /** Among them the running drills; null: this server has none. */
  incidents: DataRead<readonly Incident[]> | null;
  platforms: readonly Connection[];
  actions: MaintenanceActions;
  drills: ReturnType<typeof useEndDrill>;
  /** Server time now, epoch milliseconds. */
  now: number;
  onStart: () => void;
  onDrill: () => void;
}

/** The windows that are now, ahead and past, and the drills that run. */
export function MaintenanceView(props: MaintenanceViewProps) {
  const { windows, incidents, platforms, now, onStart, onDrill } = props;
  if (windows === null && incidents === null)
    return <EmptyState title="This server has no maintenance windows" icon={<IconTool />} />;
  return (
    <Stack>
      <Group gap="xs">
        {windows ? (
          <Allowed call="planMaintenance">
            <Button variant="filled" leftSection={<IconTool size={16} />} onClick={onStart}>
              Start maintenance
            </Button>
          </Allowed>
        ) : null}
        {incidents ? (
          <Allowed call="startDrill">
            <Button leftSection={<IconFlask size={16} />} onClick={onDrill}>
              Start drill
            </Button>
          </Allowed>
        ) : null}
      </Group>
      {runningDrills(incidents?.data, now).length > 0 ? (
        <Panel flush title="Drills">
          <DrillList {...props.drills} incidents={incidents?.data} {...{ platforms, now }} />
        </Panel>
      ) : null}
      {windows ? <WindowPanels {...props} windows={windows} /> : null}
    </Stack>
  );
}

function WindowPanels(props: MaintenanceViewProps & { windows: DataRead<readonly Maintenance[]> }) {
  const { windows, platforms, actions, now } = props;
  const { current, ahead, past } = windowsAt(windows.data ?? [], now);
  const list = (shown: readonly Maintenance[]) => (
    <ul>
      {shown.map((window) => (
        <WindowRow key={window.id} {...{ window, platforms, actions, now }} />
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
        room={windows.data ? undefined : '6rem'}
        now={now}
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
