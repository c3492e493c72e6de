import { IconLogout } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Brand } from '../brand/brand.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { AccountMenu } from './account-menu.tsx';
import { PlatformList, type PlatformListProps } from './platform-list.tsx';
import { SIDEBAR_LINKS } from './screens.ts';
import styles from './sidebar.module.css';

export interface SidebarProps {
  product: string;
  version: string;
  /** Path of the screen that is shown. */
  path: string;
  platforms: PlatformListProps;
  /** Name of the account that is signed in. */
  account: string;
  onSignOut: () => void;
  /** A link was followed. */
  onLeave?: () => void;
}

/** What stands beside every screen: where to go, the platforms, who is signed in, which version this is. */
export function Sidebar(props: SidebarProps) {
  const { product, version, path, platforms, account, onSignOut, onLeave } = props;
  return (
    <div className={styles.sidebar}>
      <div className={styles.brand}>
        <Brand name={product} />
      </div>
      <nav aria-label="Screens" className={styles.nav}>
        <ul>
          {SIDEBAR_LINKS.map(({ to, path: own, name, Icon }) => (
            <li key={to}>
              <Link
                to={to}
                activeOptions={{ exact: true }}
                className={styles.link}
                onClick={onLeave}
                aria-current={path.startsWith(own) ? 'page' : undefined}
              >
                <Icon aria-hidden="true" />
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <PlatformList {...platforms} />
      <div className={styles.foot}>
        <AccountMenu account={account} onLeave={onLeave} />
        <IconButton label="Sign out" onClick={onSignOut}>
          <IconLogout aria-hidden="true" />
        </IconButton>
        <p className={styles.version}>Version {version}</p>
      </div>
    </div>
  );
}
