import { DeviceDialog } from '../../ui/device/device-dialog.tsx';
import { NotificationsOfDevice } from './-device-notifications.tsx';
import { VersionOfDevice } from './-device-version.tsx';

interface DeviceSectionsProps {
  opened: boolean;
  onClose: () => void;
}

/** The sections of 'This device', each joined to what it shows. */
export function DeviceSections({ opened, onClose }: DeviceSectionsProps) {
  return (
    <DeviceDialog opened={opened} onClose={onClose}>
      <VersionOfDevice />
      <NotificationsOfDevice opened={opened} />
    </DeviceDialog>
  );
}
