import { useWindowEvent } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { notify } from '../../console/notices.ts';
import { useDisabledReason } from '../../console/permissions.ts';
import { handOver } from '../../device/handed-file.ts';
import panelStyles from '../../ui/panel.module.css';
import { overlayOver } from '../../ui/screens.ts';
import { isZip, notifyInvalidFile } from './chosen-file.ts';

/** Nothing in it takes the drop: the page below does. */
const BEFORE_ALL = {
  position: 'fixed',
  inset: 0,
  zIndex: 400,
  display: 'grid',
  placeContent: 'end center',
  padding: '2rem',
  border: '2px dashed currentcolor',
  pointerEvents: 'none',
} as const;

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
  return createPortal(
    <div style={BEFORE_ALL}>
      <p className={panelStyles.card} style={{ padding: '0.75rem 1.25rem', fontWeight: 500 }}>
        {refused ?? 'Drop the ZIP file to upload it'}
      </p>
    </div>,
    document.body,
  );
}

/**
 * @param onFiles called with files that are dropped where nothing else takes them
 * @returns whether files are dragged over the page now
 */
function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  function onDrag(event: DragEvent): void {
    if (!event.dataTransfer?.types.includes('Files')) return;
    const isTaken = event.defaultPrevented;
    // The browser would leave the console and open the file.
    event.preventDefault();
    setIsOver(event.type === 'dragover' && !isTaken);
    if (event.type === 'drop' && !isTaken) onFiles([...event.dataTransfer.files]);
  }
  useWindowEvent('dragover', onDrag);
  useWindowEvent('drop', onDrag);
  useWindowEvent('dragleave', ({ relatedTarget }) => relatedTarget || setIsOver(false));
  return isOver;
}
