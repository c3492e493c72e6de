import { Link } from '@tanstack/react-router';
import { useId, useRef } from 'react';
import styles from './sidebar.module.css';

interface AccountMenuProps {
  /** Name of the account that is signed in. */
  account: string;
  /** A link was followed. */
  onLeave?: (() => void) | undefined;
}

/** What belongs to the account and this device, and to no screen. */
const MORE = [
  { show: 'displays', name: 'Displays' },
  { show: 'device', name: 'This device' },
] as const;

/** Who is signed in; pressing it opens what is theirs, in the browser's own popover. */
export function AccountMenu({ account, onLeave }: AccountMenuProps) {
  const id = useId();
  const menu = useRef<HTMLUListElement>(null);
  function leave(): void {
    menu.current?.hidePopover();
    onLeave?.();
  }
  return (
    <>
      <button type="button" className={styles.who} popoverTarget={id}>
        <span className={styles.role}>Admin User</span>
        <span className={styles.level}>Sovereign Level 1</span>
        <span className={styles.account}>{account}</span>
      </button>
      <ul id={id} ref={menu} popover="auto" aria-label="Account" className={styles.menu}>
        {MORE.map(({ show, name }) => (
          <li key={show}>
            <Link to="/dashboard" search={{ show }} className={styles.link} onClick={leave}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
