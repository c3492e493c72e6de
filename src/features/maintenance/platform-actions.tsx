import { Button } from '@mantine/core';
import { IconFlask, IconTool } from '@tabler/icons-react';
import { useState } from 'react';
import { isMissing, useRead } from '../../console/reads.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { EndDrillButton, useDrills } from './drill-list.tsx';

const MaintenanceDialog = lazyDialog(
  async () => (await import('./maintenance-dialog.tsx')).MaintenanceDialog,
);
const DrillDialog = lazyDialog(async () => (await import('./drill-dialog.tsx')).DrillDialog);

interface PlatformActionsProps {
  /** Id of the platform that both are about. */
  platform: string;
}

/** Buttons that start maintenance and a drill on one platform, with their dialogs. A server without them shows none. */
export function PlatformActions({ platform }: PlatformActionsProps) {
  const [opened, setOpened] = useState<'maintenance' | 'drill'>();
  const hasMaintenance = !isMissing(useRead('maintenance'));
  const hasDrills = !isMissing(useRead('incidents'));
  const close = () => setOpened(undefined);
  return (
    <>
      {hasMaintenance ? (
        <Allowed call="planMaintenance">
          <Button
            size="xs"
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
  const icon = <IconFlask size={16} />;
  if (useDrills().some((drill) => drill.platform === platform))
    return <EndDrillButton size="xs" leftSection={icon} platform={platform} />;
  return (
    <Allowed call="startDrill">
      <Button size="xs" leftSection={icon} aria-haspopup="dialog" onClick={onStart}>
        Start drill
      </Button>
    </Allowed>
  );
}
