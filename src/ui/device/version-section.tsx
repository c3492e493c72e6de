import { DeviceSection, DeviceText } from './device-dialog.tsx';

interface VersionSectionProps {
  version: string;
  build: string;
}

/** Which version runs here. */
export function VersionSection({ version, build }: VersionSectionProps) {
  return (
    <DeviceSection title="Version">
      <DeviceText>
        {version} ({build})
      </DeviceText>
    </DeviceSection>
  );
}
