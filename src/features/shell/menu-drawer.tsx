import { Drawer } from '@mantine/core';
import styles from './shell.module.css';
import { Sidebar, type SidebarProps } from './sidebar.tsx';

interface MenuDrawerProps {
  opened: boolean;
  onClose: () => void;
  sidebar: SidebarProps;
}

/** The sidebar where there is no room beside the screen. */
export function MenuDrawer({ opened, onClose, sidebar }: MenuDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="left"
      size="18rem"
      title="Menu"
      padding="xs"
      classNames={{ body: styles.drawer ?? '', content: styles.drawerContent ?? '' }}
      closeButtonProps={{ 'aria-label': 'Close menu', size: 'var(--control-height)' }}
    >
      <Sidebar {...sidebar} withBrand={false} onLeave={onClose} />
    </Drawer>
  );
}
