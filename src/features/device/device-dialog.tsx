import { Modal, Stack } from '@mantine/core';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { InstallationSection } from './installation-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { SecureContextSection } from './secure-context-section.tsx';
import { StorageSection } from './storage-section.tsx';
import { VersionSection } from './version-section.tsx';

/** What holds on this device only. */
export function DeviceDialog({ opened, onClose }: DialogProps) {
  return (
    <Modal opened={opened} title="This device" size="lg" onClose={onClose}>
      <Stack gap="xl">
        <VersionSection />
        <InstallationSection />
        <StorageSection />
        <SecureContextSection />
        <NotificationsSection />
      </Stack>
    </Modal>
  );
}
