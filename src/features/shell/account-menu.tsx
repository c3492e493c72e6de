import {
  Avatar,
  type MantineColorScheme,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core';
import {
  IconChevronUp,
  IconDeviceDesktop,
  IconDevices,
  IconDeviceTv,
  IconLogout,
  IconMoon,
  IconSun,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import styles from './sidebar.module.css';

interface AccountMenuProps {
  /** Name of the account that is signed in. */
  account: string;
  onSignOut: () => void;
  /** A link was followed. */
  onLeave?: (() => void) | undefined;
}

/** What belongs to the account and this device, and to no screen. */
const OVERLAYS = [
  { show: 'displays', name: 'Displays', Icon: IconDeviceTv },
  { show: 'device', name: 'This device', Icon: IconDevices },
] as const;

const SCHEMES = [
  { scheme: 'auto', name: 'System colours', Icon: IconDeviceDesktop },
  { scheme: 'light', name: 'Light colours', Icon: IconSun },
  { scheme: 'dark', name: 'Dark colours', Icon: IconMoon },
] as const;

/** Who is signed in, and the menu of what is theirs. */
export function AccountMenu({ account, onSignOut, onLeave }: AccountMenuProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu
      position="top-start"
      width="target"
      offset={4}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
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
      </Menu.Target>
      <Menu.Dropdown>
        {OVERLAYS.map(({ show, name, Icon }) => (
          <Menu.Item
            key={show}
            leftSection={<Icon size={18} aria-hidden="true" />}
            onClick={onLeave}
            renderRoot={(props) => <Link to="/dashboard" search={{ show }} {...props} />}
          >
            {name}
          </Menu.Item>
        ))}
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
