import { lazy, Suspense } from 'react';
import { useOnceOpened } from './-once-opened.ts';

const OpenedDiagnostics = lazy(async () => {
  const { OpenedDiagnostics: component } = await import('./-opened-diagnostics.tsx');
  return { default: component };
});

interface DiagnosticsOverlayProps {
  opened: boolean;
  onClose: () => void;
}

/** The diagnostics; nothing of them is loaded or watched before they are first opened. */
export function DiagnosticsOverlay({ opened, onClose }: DiagnosticsOverlayProps) {
  if (!useOnceOpened(opened)) return null;
  return (
    <Suspense>
      <OpenedDiagnostics opened={opened} onClose={onClose} />
    </Suspense>
  );
}
