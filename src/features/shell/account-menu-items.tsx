import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconDevices,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRole } from '../../console/permissions.ts';
import type { PopupProps } from '../../ui/popover.tsx';
import { overlayOver } from '../../ui/screens.ts';

export interface AccountMenuItemsProps {
  onSignOut: () => void;
  /** A link was followed. */
  onLeave?: (() => void) | undefined;
}

const SCHEMES = [
  { scheme: 'auto', name: 'System colours', Icon: IconDeviceDesktop },
  { scheme: 'light', name: 'Light colours', Icon: IconSun },
  { scheme: 'dark', name: 'Dark colours', Icon: IconMoon },
] as const;

/** The menu of what is the account's, around the button that opens it. */
export function AccountMenuItems(props: AccountMenuItemsProps & PopupProps) {
  const { onSignOut, onLeave, target, ...menu } = props;
  const role = useRole();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu
      {...menu}
      position="top-start"
      width="target"
      offset={4}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {role ? (
          <Menu.Item
            leftSection={<IconUserCircle size={18} aria-hidden="true" />}
            onClick={onLeave}
            renderRoot={(props) => <Link to="/account" {...props} />}
          >
            Account
          </Menu.Item>
        ) : null}
        <Menu.Item
          leftSection={<IconDevices size={18} aria-hidden="true" />}
          onClick={onLeave}
          renderRoot={(props) => <Link {...overlayOver({ show: 'device' })} {...props} />}
        >
          This device
        </Menu.Item>
        <Menu.Divider />
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(next) => setColorScheme(next as MantineColorScheme)}
        >
          {SCHEMES.map(({ scheme, name, Icon }) => (
            <Menu.RadioItem
              key={scheme}
              value={scheme}
              closeMenuOnClick={false}
              rightSection={<Icon size={18} aria-hidden="true" />}
            >
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} aria-hidden="true" />} onClick={onSignOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
