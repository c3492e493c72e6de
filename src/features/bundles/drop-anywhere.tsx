import { Group, Paper, Portal } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { notify } from '../../console/notices.ts';
import { useDisabledReason } from '../../console/permissions.ts';
import { handOver } from '../../device/handed-file.ts';
import { overlayOver } from '../../ui/screens.ts';
import { isZip, notifyInvalidFile } from './chosen-file.ts';

/** Nothing in it takes the drop: the page below does. */
const BEFORE_ALL = { zIndex: 400, pointerEvents: 'none' } as const;

/** A ZIP that is dropped anywhere on the console opens the upload dialog; the browser would leave the console for it. */
export function DropAnywhere() {
  const router = useRouter();
  const refused = useDisabledReason('upload');
  const isOver = useFileDrop((files) => {
    if (refused)
      return notify({ title: 'The file is not uploaded', message: refused, severity: 'error' });
    const [file, ...others] = files;
    if (!file || others.length > 0 || !isZip(file)) return notifyInvalidFile();
    void router.navigate(overlayOver({ show: 'upload', shared: handOver(file) }));
  });
  if (!isOver) return null;
  return (
    <Portal>
      <Group
        pos="fixed"
        inset={0}
        align="end"
        justify="center"
        p="xl"
        bd="2px dashed var(--mantine-primary-color-filled)"
        style={BEFORE_ALL}
      >
        <Paper shadow="md" radius="md" px="lg" py="sm" fw={500}>
          {refused ?? 'Drop the ZIP file to upload it'}
        </Paper>
      </Group>
    </Portal>
  );
}

/**
 * @param onFiles called with files that are dropped where nothing else takes them
 * @returns whether files are dragged over the page now
 */
function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const onDrag = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    const isTaken = event.defaultPrevented;
    // The browser would leave the console and open the file.
    event.preventDefault();
    setIsOver(event.type === 'dragover' && !isTaken);
    if (event.type === 'drop' && !isTaken) onFiles([...event.dataTransfer.files]);
  });
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    addEventListener('dragover', (event) => onDrag(event), { signal });
    addEventListener('drop', (event) => onDrag(event), { signal });
    addEventListener('dragleave', ({ relatedTarget }) => relatedTarget || setIsOver(false), {
      signal,
    });
    return () => over.abort();
  }, []);
  return isOver;
}
