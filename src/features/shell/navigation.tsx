import { IconDots } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Pill } from '../../ui/pill.tsx';
import { type Entry, isEntryOf, useEntries, wayTo } from '../../ui/screens.ts';
import styles from './navigation.module.css';

interface NavigationProps {
  /** Stands beside Incidents: how many are open. */
  openCount?: ReactNode;
  /** A link was followed. */
  onLeave?: (() => void) | undefined;
}

/** The menu: an entry leads to the first of its tabs. */
export function ScreenLinks({ openCount, onLeave }: NavigationProps) {
  const place = useLocation();
  return (
    <ul>
      {useEntries().map((entry) => (
        <li key={entry.name}>
          <EntryLink
            {...{ entry, openCount }}
            isCurrent={isEntryOf(entry, place)}
            className={styles.link}
            onClick={onLeave}
          />
        </li>
      ))}
    </ul>
  );
}

interface BottomLinksProps extends Pick<NavigationProps, 'openCount'> {
  onMore: () => void;
}

/** What is looked at in an outage, at the lower edge of a phone, and the way to the rest. */
export function BottomLinks({ openCount, onMore }: BottomLinksProps) {
  const place = useLocation();
  const entries = useEntries().filter(({ short }) => short);
  return (
    <ul className={styles.bar}>
      {entries.map((entry) => (
        <li key={entry.name}>
          <EntryLink
            {...{ entry, openCount }}
            name={entry.short}
            isCurrent={isEntryOf(entry, place)}
            className={styles.place}
          />
        </li>
      ))}
      <li>
        <button type="button" className={styles.place} aria-haspopup="dialog" onClick={onMore}>
          <IconDots size={20} stroke={1.75} aria-hidden="true" />
          <span className={styles.name}>More</span>
        </button>
      </li>
    </ul>
  );
}

interface EntryLinkProps extends NavigationProps {
  entry: Entry;
  /** Where it is not the entry's. */
  name?: string;
  isCurrent: boolean;
  className: string | undefined;
  onClick?: (() => void) | undefined;
}

function EntryLink({ entry, name = entry.name, isCurrent, openCount, ...link }: EntryLinkProps) {
  const { Icon, tabs } = entry;
  const [tab] = tabs;
  return (
    <Link
      {...link}
      {...wayTo(tab)}
      activeOptions={{ exact: true }}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <span className={styles.name}>{name}</span>
      {tab.path === '/incidents' ? openCount : null}
    </Link>
  );
}

/** How many incidents are open; nothing when none is. */
export function OpenCount({ open }: { open: number }) {
  if (open === 0) return null;
  return (
    <Pill color="red" className={styles.count}>
      {open}
      <span className="visually-hidden"> open</span>
    </Pill>
  );
}
