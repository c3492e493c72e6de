import { lazy, Suspense } from 'react';
import { useRead } from '../../link/reads.ts';
import { UploadProgress } from '../../ui/outbox/outbox-row.tsx';
import { useOnceOpened } from './-once-opened.ts';
import { sayInvalidFile, sayNoFile, useUpload } from './-use-upload.ts';

const UploadDialog = lazy(async () => {
  const { UploadDialog: dialog } = await import('../../ui/upload-dialog/upload-dialog.tsx');
  return { default: dialog };
});

interface UploadOverlayProps {
  opened: boolean;
  onClose: () => void;
}

/** The upload dialog with its data; loaded when it is first opened. */
export function UploadOverlay({ opened, onClose }: UploadOverlayProps) {
  const connections = useRead('connections');
  const { pending, item, problem, upload, forgetProblem } = useUpload();
  if (!useOnceOpened(opened)) return null;
  return (
    <Suspense>
      <UploadDialog
        opened={opened}
        platforms={connections.data ?? []}
        pending={pending}
        progress={item && <UploadProgress row={item} />}
        problem={problem}
        onClose={() => {
          forgetProblem();
          onClose();
        }}
        onUpload={upload}
        onNoFile={sayNoFile}
        onInvalidFile={sayInvalidFile}
      />
    </Suspense>
  );
}
