import { ActionIcon, AppShell, Burger, Drawer, Group, Title, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { TOOLTIP_MS } from '../../../contract/limits.ts';
import { BottomLinks } from './navigation.tsx';
import { PlatformStrip } from './platform-list.tsx';
import { PrintHead } from './print-head.tsx';
import styles from './shell.module.css';
import { Sidebar, type SidebarProps } from './sidebar.tsx';

export interface ShellProps {
  title: string;
  sidebar: SidebarProps;
  /** The verdict about the mesh, beside the title. */
  verdict: ReactNode;
  /** Connection, uploads and notifications, at the end of the header. */
  tools: ReactNode;
  onSearch: () => void;
  /** Said above the screen as long as it holds, such as that the session has expired. */
  notices?: ReactNode;
  children: ReactNode;
}

/** From here on the sidebar has room beside the screen; below, a drawer and a strip of platforms stand in for it. */
const WIDE = 'md';
const PHONE = 'sm';
const HEADER_HEIGHT = 'calc(3.5rem + max(var(--inset-top), var(--controls-height)))';
const FOOTER_HEIGHT = 'calc(3.5rem + var(--inset-bottom))';

/** The frame of every screen behind the sign-in. */
export function Shell(props: ShellProps) {
  const { title, sidebar, verdict, tools, onSearch, notices, children } = props;
  const [menuOpened, menu] = useDisclosure();
  return (
    <Tooltip.Group openDelay={TOOLTIP_MS.open} closeDelay={TOOLTIP_MS.skip}>
      <AppShell
        layout="alt"
        header={{ height: HEADER_HEIGHT }}
        navbar={{
          width: 'calc(16rem + var(--inset-left))',
          breakpoint: WIDE,
          collapsed: { mobile: true },
        }}
        footer={{ height: { base: FOOTER_HEIGHT, [PHONE]: 0 } }}
        transitionDuration={0}
        data-shell=""
      >
        <a className="skip-link" href="#screen">
          Skip to content
        </a>
        <AppShell.Navbar aria-label="Console" visibleFrom={WIDE} className={styles.navbar ?? ''}>
          <Sidebar {...sidebar} />
        </AppShell.Navbar>
        <Drawer
          opened={menuOpened}
          onClose={menu.close}
          position="left"
          size="18rem"
          title="Menu"
          padding="xs"
          classNames={{ body: styles.drawer ?? '', content: styles.drawerContent ?? '' }}
          closeButtonProps={{ 'aria-label': 'Close menu', size: 'var(--control-height)' }}
        >
          <Sidebar {...sidebar} withBrand={false} onLeave={menu.close} />
        </Drawer>
        <AppShell.Header className={styles.header ?? ''}>
          <Burger
            opened={false}
            size="sm"
            hiddenFrom={WIDE}
            aria-label="Open menu"
            aria-haspopup="dialog"
            onClick={menu.open}
            className={styles.burger ?? ''}
          />
          <div className={styles.heading}>
            <Title order={1} id="screen-title" tabIndex={-1} className={styles.title ?? ''}>
              {title}
            </Title>
            {verdict}
          </div>
          <Group gap={4} wrap="nowrap">
            {tools}
            <Tooltip label="Search (Ctrl+K)">
              <ActionIcon
                size="lg"
                aria-label="Search (Ctrl+K)"
                aria-keyshortcuts="Control+K Meta+K"
                onClick={onSearch}
              >
                <IconSearch size={20} aria-hidden="true" />
              </ActionIcon>
            </Tooltip>
          </Group>
        </AppShell.Header>
        <AppShell.Main id="screen" tabIndex={-1} className={styles.main ?? ''}>
          <PrintHead product={sidebar.product} title={title} {...sidebar.platforms} />
          <div className={styles.narrow}>
            <PlatformStrip {...sidebar.platforms} />
          </div>
          {notices}
          {children}
        </AppShell.Main>
        <AppShell.Footer
          component="nav"
          aria-label="Screens"
          hiddenFrom={PHONE}
          className={styles.footer ?? ''}
        >
          <BottomLinks path={sidebar.path} downCount={sidebar.downCount} />
        </AppShell.Footer>
      </AppShell>
    </Tooltip.Group>
  );
}
