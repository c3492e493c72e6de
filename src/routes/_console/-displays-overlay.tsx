import { lazy, Suspense } from 'react';
import { useOnceOpened } from './-once-opened.ts';

const OpenedDisplays = lazy(async () => {
  const { OpenedDisplays: dialog } = await import('./-opened-displays.tsx');
  return { default: dialog };
});

interface DisplaysOverlayProps {
  opened: boolean;
  /** From the link that was followed. */
  code: string | undefined;
  onClose: () => void;
}

/** The displays, loaded when they are first asked for. */
export function DisplaysOverlay({ opened, code, onClose }: DisplaysOverlayProps) {
  if (!useOnceOpened(opened)) return null;
  return (
    <Suspense>
      <OpenedDisplays opened={opened} code={code ?? ''} onClose={onClose} />
    </Suspense>
  );
}
