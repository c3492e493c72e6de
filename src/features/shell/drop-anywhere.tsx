import { Group, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileZip } from '@tabler/icons-react';
import { useLocation, useRouter } from '@tanstack/react-router';
import { handOver } from '../../client/app/shared-file.ts';
import { notify } from '../../shared/notices.ts';
import { isZip } from '../bundles/chosen-file.ts';
import type { OverlaySearch } from './overlay-search.ts';

/** Takes a ZIP that is dropped anywhere on the console to the upload dialog, which has a field of its own. */
export function DropAnywhere() {
  const { history } = useRouter();
  const { pathname, search } = useLocation();
  const home = pathname === '/zip-bundles' ? pathname : '/dashboard';
  function take(files: readonly File[]): void {
    const file = files.find(isZip);
    if (file) history.push(`${home}?show=upload&shared=${handOver(file)}`);
    else notify({ title: 'Invalid file', message: 'Please select a ZIP file', severity: 'error' });
  }
  return (
    <Dropzone.FullScreen
      active={(search as OverlaySearch).show !== 'upload'}
      activateOnKeyboard={false}
      multiple={false}
      onDrop={take}
      onReject={(rejected) => take(rejected.map(({ file }) => file))}
    >
      <Group justify="center" mih="80dvh" gap="sm">
        <IconFileZip size={40} stroke={1.25} aria-hidden="true" />
        <Text size="xl">Drop a ZIP file to upload it</Text>
      </Group>
    </Dropzone.FullScreen>
  );
}
