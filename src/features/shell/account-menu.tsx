import { UnstyledButton } from '@mantine/core';
import { IconChevronUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useRole } from '../../console/permissions.ts';
import { lazyPopup } from '../../ui/lazy-popup.tsx';
import styles from './account-menu.module.css';
import type { AccountMenuItemsProps } from './account-menu-items.tsx';

interface AccountMenuProps extends AccountMenuItemsProps {
  /** Name of the account that is signed in. */
  account: string;
}

const MenuButton = lazyPopup<AccountMenuItemsProps>(
  'menu',
  async () => (await import('./account-menu-items.tsx')).AccountMenuItems,
);

/** Who is signed in, and the menu of what is theirs. */
export function AccountMenu({ account, ...items }: AccountMenuProps) {
  const [opened, setOpened] = useState(false);
  const role = useRole();
  return (
    <MenuButton
      {...items}
      opened={opened}
      onChange={setOpened}
      button={
        <UnstyledButton className={styles.account ?? ''}>
          <span className={styles.initials} aria-hidden="true">
            {account.slice(0, 2)}
          </span>
          <span className={styles.text}>
            <b>{account}</b>
            {role ? ` · ${role}` : null}
            <small>Admin User, Sovereign Level 1</small>
          </span>
          <IconChevronUp size={16} aria-hidden="true" />
        </UnstyledButton>
      }
    />
  );
}
