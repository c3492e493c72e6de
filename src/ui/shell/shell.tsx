import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Bell } from '../bell/bell.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { SchemeButton } from '../scheme/scheme-button.tsx';
import { Drawer } from './drawer.tsx';
import styles from './shell.module.css';
import { Sidebar, type SidebarProps } from './sidebar.tsx';

export interface ShellProps {
  title: string;
  sidebar: SidebarProps;
  /** The light and the badge: how things stand now. They change often, so they are drawn by themselves. */
  state: ReactNode;
  onSearch: () => void;
  /** Said above the screen as long as it holds, such as that the session has ended. */
  notice?: ReactNode;
  children: ReactNode;
}

/** The frame of every screen behind the sign-in. */
export function Shell({ title, sidebar, state, onSearch, notice, children }: ShellProps) {
  const [menuOpen, setMenuOpen] = useState(false);
  const closeMenu = () => setMenuOpen(false);
  return (
    <div className={styles.shell} data-shell="">
      <a className="skip-link" href="#screen">
        Skip to content
      </a>
      <aside className={styles.side} aria-label="Console">
        <Sidebar {...sidebar} />
      </aside>
      <Drawer open={menuOpen} onClose={closeMenu}>
        <Sidebar {...sidebar} onLeave={closeMenu} />
      </Drawer>
      <header className={styles.header}>
        <IconButton
          label="Open menu"
          className={styles.menu}
          aria-haspopup="dialog"
          onClick={() => setMenuOpen(true)}
        >
          <IconMenu2 aria-hidden="true" />
        </IconButton>
        <h1 className={styles.title}>{title}</h1>
        <div className={styles.state}>{state}</div>
        <div className={styles.tools}>
          <IconButton
            label="Search (Ctrl+K)"
            aria-keyshortcuts="Control+K Meta+K"
            onClick={onSearch}
          >
            <IconSearch aria-hidden="true" />
          </IconButton>
          <SchemeButton />
          <Bell />
        </div>
      </header>
      <main id="screen" tabIndex={-1} className={styles.main}>
        {notice}
        {children}
      </main>
    </div>
  );
}
