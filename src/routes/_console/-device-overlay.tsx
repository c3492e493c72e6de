import { lazy, Suspense } from 'react';
import { useOnceOpened } from './-once-opened.ts';

const DeviceSections = lazy(async () => {
  const { DeviceSections: sections } = await import('./-device-sections.tsx');
  return { default: sections };
});

interface DeviceOverlayProps {
  opened: boolean;
  onClose: () => void;
}

/** 'This device', loaded when it is first opened. */
export function DeviceOverlay({ opened, onClose }: DeviceOverlayProps) {
  if (!useOnceOpened(opened)) return null;
  return (
    <Suspense>
      <DeviceSections opened={opened} onClose={onClose} />
    </Suspense>
  );
}
