import { Button } from '@mantine/core';
import { IconFlask, IconTool } from '@tabler/icons-react';
import { useState } from 'react';
import { useServerNow } from '../../client/connection.ts';
import { useRead } from '../../client/reads.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Allowed } from '../shell/allowed.tsx';
import { runningDrills } from './drill-list.tsx';
import { useEndDrill } from './use-maintenance.ts';

const MaintenanceDialog = lazyDialog(
  async () => (await import('./maintenance-dialog.tsx')).MaintenanceDialog,
);
const DrillDialog = lazyDialog(async () => (await import('./drill-dialog.tsx')).DrillDialog);

const NOT_FOUND = 404;
const DRILLS_EVERY_MS = 1000;

interface PlatformActionsProps {
  /** Id of the platform that both are about. */
  platform: string;
}

/** Buttons that start maintenance and a drill on one platform, with their dialogs. A server without them shows none. */
export function PlatformActions({ platform }: PlatformActionsProps) {
  const [opened, setOpened] = useState<'maintenance' | 'drill'>();
  const hasMaintenance = useRead('maintenance').failure?.status !== NOT_FOUND;
  const hasDrills = useRead('incidents').failure?.status !== NOT_FOUND;
  const close = () => setOpened(undefined);
  return (
    <>
      {hasMaintenance ? (
        <Allowed call="planMaintenance">
          <Button
            leftSection={<IconTool size={16} />}
            aria-haspopup="dialog"
            onClick={() => setOpened('maintenance')}
          >
            Start maintenance
          </Button>
        </Allowed>
      ) : null}
      {hasDrills ? <DrillButton platform={platform} onStart={() => setOpened('drill')} /> : null}
      <MaintenanceDialog opened={opened === 'maintenance'} chosen={[platform]} onClose={close} />
      <DrillDialog opened={opened === 'drill'} chosen={platform} onClose={close} />
    </>
  );
}

/** Starts a drill, or ends the one that runs. */
function DrillButton({ platform, onStart }: PlatformActionsProps & { onStart: () => void }) {
  const { data } = useRead('incidents');
  const now = useServerNow(DRILLS_EVERY_MS);
  const { ending, endDrill } = useEndDrill();
  const icon = <IconFlask size={16} />;
  if (runningDrills(data, now).some((drill) => drill.platform === platform))
    return (
      <Allowed call="endDrill">
        <Button leftSection={icon} loading={ending === platform} onClick={() => endDrill(platform)}>
          End drill
        </Button>
      </Allowed>
    );
  return (
    <Allowed call="startDrill">
      <Button leftSection={icon} aria-haspopup="dialog" onClick={onStart}>
        Start drill
      </Button>
    </Allowed>
  );
}
