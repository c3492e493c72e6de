import { Button } from '@mantine/core';
import { IconFlask, IconTool } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../../client/reads.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const MaintenanceDialog = lazyDialog(
  async () => (await import('./maintenance-dialog.tsx')).MaintenanceDialog,
);
const DrillDialog = lazyDialog(async () => (await import('./drill-dialog.tsx')).DrillDialog);

const NOT_FOUND = 404;

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
        <Button
          leftSection={<IconTool size={16} />}
          aria-haspopup="dialog"
          onClick={() => setOpened('maintenance')}
        >
          Start maintenance
        </Button>
      ) : null}
      {hasDrills ? (
        <Button
          leftSection={<IconFlask size={16} />}
          aria-haspopup="dialog"
          onClick={() => setOpened('drill')}
        >
          Start drill
        </Button>
      ) : null}
      <MaintenanceDialog opened={opened === 'maintenance'} chosen={[platform]} onClose={close} />
      <DrillDialog opened={opened === 'drill'} chosen={platform} onClose={close} />
    </>
  );
}
