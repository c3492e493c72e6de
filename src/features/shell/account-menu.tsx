import { Avatar, NavLink } from '@mantine/core';
import { IconChevronUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useRole } from '../../console/permissions.ts';
import { lazyPopup } from '../../ui/lazy-popup.tsx';
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
        <NavLink
          component="button"
          p="xs"
          lh={1.3}
          leftSection={<Avatar size="sm" name={account} color="gray" aria-hidden="true" />}
          rightSection={<IconChevronUp size={16} aria-hidden="true" />}
          disableRightSectionRotation
          label={
            <>
              <b>{account}</b>
              {role ? ` · ${role}` : null}
            </>
          }
          description="Admin User, Sovereign Level 1"
        />
      }
    />
  );
}
