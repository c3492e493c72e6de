import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { PlatformRow } from '../../../contract/shapes/platform.ts';
import { useDisabledReason } from '../../console/permissions.ts';
import { useReadData } from '../../console/reads.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { fixedReason, usePause } from './platform-changes.ts';

const PlatformDialog = lazyDialog(
  async () => (await import('./platform-dialog.tsx')).PlatformDialog,
);

/** Edits a platform and pauses it, on its own page. Whose role may never do that, or on a server without it, sees neither. */
export function PlatformButtons({ id }: { id: string }) {
  const row = useReadData('platforms')?.find((one) => one.id === id);
  const isRefused = useDisabledReason('changePlatform') !== undefined;
  return row && !isRefused ? <RowButtons row={row} /> : null;
}

function RowButtons({ row }: { row: PlatformRow }) {
  const [isEditing, setEditing] = useState(false);
  const pause = usePause(row);
  return (
    <Group gap="xs">
      <Allowed call="changePlatform" unless={fixedReason(row)}>
        <Button size="xs" aria-haspopup="dialog" onClick={() => setEditing(true)}>
          Edit
        </Button>
      </Allowed>
      <Allowed call="pausePlatform">
        <Button size="xs" loading={pause.isPending} onClick={pause.toggle}>
          {pause.label}
        </Button>
      </Allowed>
      <PlatformDialog opened={isEditing} row={row} onClose={() => setEditing(false)} />
    </Group>
  );
}
