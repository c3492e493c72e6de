import { lazy, Suspense } from 'react';
import { useOnceOpened } from './-once-opened.ts';

const UploadForm = lazy(async () => {
  const { UploadForm: form } = await import('./-upload-form.tsx');
  return { default: form };
});

interface UploadOverlayProps {
  opened: boolean;
  onClose: () => void;
}

/** The upload dialog, loaded when it is first opened. */
export function UploadOverlay({ opened, onClose }: UploadOverlayProps) {
  if (!useOnceOpened(opened)) return null;
  return (
    <Suspense>
      <UploadForm opened={opened} onClose={onClose} />
    </Suspense>
  );
}
