import { ActionIcon, type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

const CHOICES = {
  auto: { name: 'system', next: 'dark', Icon: IconDeviceDesktop },
  dark: { name: 'dark', next: 'light', Icon: IconMoon },
  light: { name: 'light', next: 'auto', Icon: IconSun },
} as const satisfies Record<MantineColorScheme, object>;

/** Switches the colours of this device: system, dark, light. */
export function ColorSchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { name, next, Icon } = CHOICES[colorScheme];
  return (
    <ActionIcon
      aria-label={`Colours: ${name}. Switch to ${CHOICES[next].name}`}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={20} aria-hidden="true" />
    </ActionIcon>
  );
}
