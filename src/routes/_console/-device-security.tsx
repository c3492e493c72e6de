import { lazy, Suspense, useState } from 'react';
import { lostFeatures } from '../../link/app/secure-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { DeviceActions } from '../../ui/device/device-dialog.tsx';
import { SecureContextSection } from '../../ui/device/secure-context-section.tsx';

const TlsGuide = lazy(async () => {
  const { TlsGuide: guide } = await import('../../ui/device/tls-guide.tsx');
  return { default: guide };
});

/** Whether the page came over HTTPS, with the way there. */
export function SecurityOfDevice() {
  const [reading, setReading] = useState(false);
  const guide = reading ? (
    <Suspense>
      <TlsGuide />
    </Suspense>
  ) : (
    <DeviceActions>
      <Button onClick={() => setReading(true)}>Show how</Button>
    </DeviceActions>
  );
  return <SecureContextSection lost={lostFeatures()} guide={guide} />;
}
