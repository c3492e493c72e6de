import { type MantineColorScheme, Menu, Text, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useDisabledReason, useRole } from '../../console/permissions.ts';
import type { PopupProps } from '../../ui/popover.tsx';
import { ACCOUNT_SCREENS, OVERLAYS } from '../../ui/screens.ts';

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
        {role
          ? ACCOUNT_SCREENS.map((screen) => (
              <ScreenItem key={screen.path} {...screen} onLeave={onLeave} />
            ))
          : null}
        {OVERLAYS.map(({ to, search, name, Icon }) => (
          <Menu.Item
            key={name}
            leftSection={<Icon size={18} aria-hidden="true" />}
            onClick={onLeave}
            renderRoot={(props) => <Link to={to} search={search} {...props} />}
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

type ScreenItemProps = (typeof ACCOUNT_SCREENS)[number] & Pick<AccountMenuItemsProps, 'onLeave'>;

/** One that the role does not allow stays in its place, is no link, and says why. */
function ScreenItem({ to, name, Icon, call, onLeave }: ScreenItemProps) {
  const reason = useDisabledReason(call);
  const icon = <Icon size={18} aria-hidden="true" />;
  if (reason)
    return (
      <Menu.Item leftSection={icon} c="dimmed" aria-disabled closeMenuOnClick={false}>
        {name}
        <Text size="xs">{reason}</Text>
      </Menu.Item>
    );
  return (
    <Menu.Item
      leftSection={icon}
      onClick={onLeave}
      renderRoot={(props) => <Link to={to} {...props} />}
    >
      {name}
    </Menu.Item>
  );
}
