import { Badge } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useDisabledReason, useRole } from '../../console/permissions.ts';
import {
  ACCOUNT_SCREENS,
  OPERATIONS,
  OVERLAYS,
  SCREENS,
  type ScreenLink,
} from '../../ui/screens.ts';
import styles from './navigation.module.css';

interface NavigationProps {
  /** Stands beside Mesh Network: how many platforms are down. */
  downCount: ReactNode;
  /** Stands beside Incidents: how many are open. */
  openCount?: ReactNode;
  /** A link was followed. */
  onLeave?: (() => void) | undefined;
  /** Stands between the screens of the specification and those of operations. */
  children?: ReactNode;
}

/** The links to all screens, with what is wrong beside where it can be looked at. */
export function ScreenLinks({ downCount, openCount, onLeave, children }: NavigationProps) {
  const id = useId();
  const role = useRole();
  const refused = useDisabledReason('people');
  const counts: Readonly<Record<string, ReactNode>> = {
    '/mesh-network': downCount,
    '/incidents': openCount,
  };
  // A server without roles has neither; the menu of the account has what is left. Platforms have a heading of their own.
  const ofAdmin = refused ? [] : ACCOUNT_SCREENS.filter(({ call }) => call && call !== 'platforms');
  const ofRole = role ? [...ofAdmin, ...OVERLAYS] : [];
  return (
    <>
      <LinkList screens={SCREENS} counts={counts} onLeave={onLeave} />
      {children}
      <div>
        <p id={id} className={styles.heading}>
          Operations
        </p>
        <LinkList
          labelledBy={id}
          screens={[...OPERATIONS, ...ofRole]}
          counts={counts}
          onLeave={onLeave}
        />
      </div>
    </>
  );
}

interface LinkListProps {
  labelledBy?: string;
  screens: readonly ScreenLink[];
  counts: Readonly<Record<string, ReactNode>>;
  onLeave: (() => void) | undefined;
}

function LinkList({ labelledBy, screens, counts, onLeave }: LinkListProps) {
  const { pathname } = useLocation();
  return (
    <ul aria-labelledby={labelledBy}>
      {screens.map((screen) => (
        <li key={screen.name} data-nested={screen.isNested}>
          {screenLink(screen, pathname, {
            className: styles.link,
            onClick: onLeave,
            children: (
              <>
                <screen.Icon size={20} stroke={1.75} aria-hidden="true" />
                <span className={styles.name}>{screen.name}</span>
                {counts[screen.to]}
              </>
            ),
          })}
        </li>
      ))}
    </ul>
  );
}

/** The four screens that a phone shows at its lower edge. */
export function BottomLinks({ downCount }: NavigationProps) {
  const { pathname } = useLocation();
  return (
    <ul className={styles.tabs}>
      {SCREENS.filter(({ short }) => short).map((screen) => (
        <li key={screen.to}>
          {screenLink(screen, pathname, {
            className: styles.tab,
            children: (
              <>
                <screen.Icon size={22} stroke={1.75} aria-hidden="true" />
                <span>{screen.short}</span>
                {screen.to === '/mesh-network' ? downCount : null}
              </>
            ),
          })}
        </li>
      ))}
    </ul>
  );
}

function screenLink({ to, path, search }: ScreenLink, shown: string, props: object): ReactNode {
  return (
    <Link
      {...props}
      to={to}
      {...(search && { search })}
      activeOptions={{ exact: true }}
      aria-current={path === shown ? 'page' : undefined}
    />
  );
}

/** How many platforms are down; nothing when none is. */
export function DownCount({ down }: { down: number }) {
  if (down === 0) return null;
  return (
    <Badge size="sm" color="red" circle={down < 10} className={styles.count ?? ''}>
      {down}
      <span className="visually-hidden"> down</span>
    </Badge>
  );
}

/** How many incidents are open; nothing when none is. */
export function OpenCount({ open }: { open: number }) {
  if (open === 0) return null;
  return (
    <Badge size="sm" color="yellow" circle={open < 10} className={styles.count ?? ''}>
      {open}
      <span className="visually-hidden"> open</span>
    </Badge>
  );
}
