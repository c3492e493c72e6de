import { ActionIcon, AppShell, Group, Title, useMantineTheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { LazyTooltip } from '../../ui/lazy-tooltip.tsx';
import { BottomLinks } from './navigation.tsx';
import styles from './shell.module.css';
import { Sidebar, type SidebarProps } from './sidebar.tsx';

interface ShellProps {
  title: ReactNode;
  sidebar: SidebarProps;
  /** The platforms in one row, where there is no sidebar. */
  strip: ReactNode;
  /** That the mesh is not real. */
  origin?: ReactNode;
  /** Who is needed now, above the links at the lower edge of a phone. */
  urgent?: ReactNode;
  /** What paper has instead of header and sidebar. */
  printHead?: ReactNode;
  /** The verdict about the mesh, beside the title. */
  verdict: ReactNode;
  /** Connection, uploads and notifications, at the end of the header. */
  tools: ReactNode;
  onSearch: () => void;
  /** Said above the screen as long as it holds, such as that the session has expired. */
  notices?: ReactNode;
  children: ReactNode;
}

const MenuDrawer = lazyDialog(async () => (await import('./menu-drawer.tsx')).MenuDrawer);

/** From here on the sidebar has room beside the screen; below, a drawer and a strip of platforms stand in for it. */
const WIDE = 'md';
const PHONE = 'sm';
const HEADER_HEIGHT = 'calc(3.5rem + max(var(--inset-top), var(--controls-height)))';
const FOOTER_HEIGHT = 'calc(3.5rem + var(--inset-bottom))';

/**
 * The frame of every screen behind the sign-in. What changes with the data comes in elements of its own, so that the frame
 * is rendered once; links that the width has no room for are not rendered.
 */
export function Shell(props: ShellProps) {
  const { title, sidebar, strip, urgent, verdict, tools, onSearch, notices, printHead, children } =
    props;
  const { origin } = props;
  const [isMenuOpen, setMenuOpen] = useState(false);
  const isWide = useWidthFrom(WIDE);
  const isPhone = !useWidthFrom(PHONE);
  return (
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
    >
      <a className="skip-link" href="#screen">
        Skip to content
      </a>
      <AppShell.Navbar
        aria-label="Console"
        visibleFrom={WIDE}
        pt="var(--inset-top)"
        pl="var(--inset-left)"
      >
        {isWide ? <Sidebar {...sidebar} /> : null}
      </AppShell.Navbar>
      <MenuDrawer opened={isMenuOpen} onClose={() => setMenuOpen(false)} sidebar={sidebar} />
      <AppShell.Header className={styles.header ?? ''}>
        <ActionIcon
          size="lg"
          hiddenFrom={WIDE}
          aria-label="Open menu"
          aria-haspopup="dialog"
          onClick={() => setMenuOpen(true)}
        >
          <IconMenu2 size={22} />
        </ActionIcon>
        <div className={styles.heading}>
          <Title order={1} id="screen-title" tabIndex={-1} className={styles.title ?? ''}>
            {title}
          </Title>
          {verdict}
        </div>
        {isWide ? origin : null}
        <Group gap={4} wrap="nowrap">
          {tools}
          <LazyTooltip label="Search (Ctrl+K)">
            <ActionIcon
              size="lg"
              aria-label="Search (Ctrl+K)"
              aria-keyshortcuts="Control+K Meta+K"
              onClick={onSearch}
            >
              <IconSearch size={20} aria-hidden="true" />
            </ActionIcon>
          </LazyTooltip>
        </Group>
      </AppShell.Header>
      <AppShell.Main id="screen" tabIndex={-1} className={styles.main ?? ''}>
        {printHead}
        {isWide ? null : strip}
        {isWide ? null : origin}
        {notices}
        {children}
        {isPhone ? urgent : null}
      </AppShell.Main>
      <AppShell.Footer
        component="nav"
        aria-label="Screens"
        hiddenFrom={PHONE}
        px="var(--inset-left) var(--inset-right)"
        pb="var(--inset-bottom)"
      >
        {isPhone ? <BottomLinks downCount={sidebar.downCount} /> : null}
      </AppShell.Footer>
    </AppShell>
  );
}

function useWidthFrom(breakpoint: typeof WIDE | typeof PHONE): boolean {
  const width = useMantineTheme().breakpoints[breakpoint];
  return useMediaQuery(`(min-width: ${width})`, undefined, { getInitialValueInEffect: false });
}
