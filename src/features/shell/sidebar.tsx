import type { ReactNode } from 'react';
import { Brand } from '../../ui/brand.tsx';
import { Later } from '../../ui/later.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ScreenLinks } from './navigation.tsx';
import styles from './sidebar.module.css';

export interface SidebarProps {
  product: string;
  version: string;
  /** The list of platforms, which calls back when a link of it was followed. */
  platforms: (onLeave?: () => void) => ReactNode;
  /** Stands beside Incidents. */
  openCount?: ReactNode;
  /** Name of the account that is signed in. */
  account: string;
  onSignOut: () => void;
  /** A link was followed. */
  onLeave?: () => void;
  /** The drawer has a head of its own. */
  withBrand?: boolean;
}

/** What stands beside every screen: where to go, the platforms, who is signed in, which version this is. */
export function Sidebar({ withBrand = true, ...props }: SidebarProps) {
  const { product, version, platforms, openCount, account, onSignOut, onLeave } = props;
  return (
    <div className={styles.sidebar}>
      {withBrand ? (
        <div className={styles.brand}>
          <Brand name={product} />
        </div>
      ) : null}
      {/* Its links are the tab stops: Firefox makes a box that scrolls one, too. */}
      <div className={styles.links} tabIndex={-1}>
        <Later>
          <ScreenLinks openCount={openCount} onLeave={onLeave} />
          {platforms(onLeave)}
        </Later>
      </div>
      <div className={styles.foot}>
        <AccountMenu account={account} onSignOut={onSignOut} onLeave={onLeave} />
        <p className={styles.version}>Version {version}</p>
      </div>
    </div>
  );
}
