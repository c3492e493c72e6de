import { Avatar, Text, UnstyledButton } from '@mantine/core';
import { IconChevronUp } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyPopup } from '../../ui/lazy-popup.tsx';
import type { AccountMenuItemsProps } from './account-menu-items.tsx';
import styles from './sidebar.module.css';

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
  return (
    <MenuButton
      {...items}
      opened={opened}
      onChange={setOpened}
      button={
        <UnstyledButton className={styles.who ?? ''}>
          <Avatar size="sm" name={account} color="gray" aria-hidden="true" />
          <span className={styles.names}>
            <Text span size="sm" fw={600} truncate>
              Admin User
            </Text>
            <Text span size="xs" c="dimmed">
              Sovereign Level 1
            </Text>
            <Text span size="xs" c="dimmed" className={styles.account ?? ''}>
              {account}
            </Text>
          </span>
          <IconChevronUp size={16} aria-hidden="true" />
        </UnstyledButton>
      }
    />
  );
}
