import { DeviceDialog } from '../../ui/device/device-dialog.tsx';
import { InstallationOfDevice } from './-device-installation.tsx';
import { NotificationsOfDevice } from './-device-notifications.tsx';
import { SecurityOfDevice } from './-device-security.tsx';
import { StorageOfDevice } from './-device-storage.tsx';
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
      <InstallationOfDevice />
      <StorageOfDevice opened={opened} />
      <SecurityOfDevice />
      <NotificationsOfDevice opened={opened} />
    </DeviceDialog>
  );
}
