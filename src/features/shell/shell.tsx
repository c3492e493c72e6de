import { ActionIcon, Group, Title, useMantineTheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { LazyTooltip } from '../../ui/lazy-tooltip.tsx';
import { InMain } from './broken.tsx';
import { BottomLinks } from './navigation.tsx';
import styles from './shell.module.css';
import { Sidebar, type SidebarProps } from './sidebar.tsx';

interface ShellProps {
  title: ReactNode;
  sidebar: SidebarProps;
  /** Of the entry that is shown, below the header. */
  tabs?: ReactNode;
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

/** From here on the sidebar has room beside the screen; below, a drawer stands in for it. */
const WIDE = 'md';
const PHONE = 'sm';

/**
 * The frame of every screen behind the sign-in. What changes with the data comes in elements of its own, so that the frame
 * is rendered once; links that the width has no room for are not rendered.
 */
export function Shell(props: ShellProps) {
  const { title, sidebar, tabs, urgent, verdict, tools, onSearch, notices, printHead, children } =
    props;
  const { origin } = props;
  const [isMenuOpen, setMenuOpen] = useState(false);
  const isWide = useWidthFrom(WIDE);
  const isPhone = !useWidthFrom(PHONE);
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.shell = '';
    return () => {
      delete dataset.shell;
    };
  }, []);
  return (
    <div className={styles.shell}>
      <a className="skip-link" href="#screen">
        Skip to content
      </a>
      {isWide ? (
        <nav aria-label="Console" className={styles.side}>
          <Sidebar {...sidebar} />
        </nav>
      ) : null}
      <MenuDrawer opened={isMenuOpen} onClose={() => setMenuOpen(false)} sidebar={sidebar} />
      <header className={styles.header} data-screen-only="">
        {isWide || isPhone ? null : (
          <ActionIcon
            size="lg"
            aria-label="Open menu"
            aria-haspopup="dialog"
            onClick={() => setMenuOpen(true)}
          >
            <IconMenu2 size={22} />
          </ActionIcon>
        )}
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
      </header>
      {tabs}
      <main id="screen" tabIndex={-1} className={styles.main}>
        {printHead}
        {isWide ? null : origin}
        {notices}
        <InMain value>{children}</InMain>
        {isPhone ? urgent : null}
      </main>
      {isPhone ? (
        <nav aria-label="Screens" className={styles.foot}>
          <BottomLinks openCount={sidebar.openCount} onMore={() => setMenuOpen(true)} />
        </nav>
      ) : null}
    </div>
  );
}

function useWidthFrom(breakpoint: typeof WIDE | typeof PHONE): boolean {
  const width = useMantineTheme().breakpoints[breakpoint];
  return useMediaQuery(`(min-width: ${width})`, undefined, { getInitialValueInEffect: false });
}
