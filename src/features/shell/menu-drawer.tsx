import { Drawer } from '@mantine/core';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { Sidebar, type SidebarProps } from './sidebar.tsx';

const CLEAR_OF_DEVICE =
  'max(var(--inset-top), var(--controls-height)) 0 0 max(var(--inset-left), var(--controls-left))';

/** The sidebar where there is no room beside the screen. */
export function MenuDrawer({ opened, onClose, sidebar }: DialogProps & { sidebar: SidebarProps }) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="left"
      size="18rem"
      title="Menu"
      padding="xs"
      styles={{
        content: { display: 'flex', flexDirection: 'column', padding: CLEAR_OF_DEVICE },
        body: { display: 'flex', flex: 1, minHeight: 0, padding: 0 },
      }}
      closeButtonProps={{ 'aria-label': 'Close menu', size: 'var(--control-height)' }}
    >
      <Sidebar {...sidebar} withBrand={false} onLeave={onClose} />
    </Drawer>
  );
}
