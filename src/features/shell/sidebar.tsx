import { Box, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Brand } from '../../ui/brand.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ScreenLinks } from './navigation.tsx';

export interface SidebarProps {
  product: string;
  version: string;
  /** The list of platforms, which calls back when a link of it was followed. */
  platforms: (onLeave?: () => void) => ReactNode;
  /** Stands beside Mesh Network. */
  downCount: ReactNode;
  /** Stands beside Incidents. */
  openCount?: ReactNode;
  /** Name of the account that is signed in. */
  account: string;
  onSignOut: () => void;
  /** A link was followed. */
  onLeave?: () => void;
  /** The drawer has a head of its own. */
  withBrand?: boolean;
}

/** What stands beside every screen: where to go, the platforms, who is signed in, which version this is. */
export function Sidebar({ withBrand = true, ...props }: SidebarProps) {
  const { product, version, platforms, downCount, openCount, account, onSignOut, onLeave } = props;
  return (
    <Stack gap={0} flex={1} mih={0}>
      {withBrand ? (
        <Group
          flex="none"
          h="calc(3.5rem + max(0px, var(--controls-height) - var(--inset-top)))"
          ps="max(1.25rem, var(--controls-left))"
        >
          <Brand name={product} />
        </Group>
      ) : null}
      <Stack gap="lg" flex={1} p="xs" pb="md" style={{ overflowY: 'auto' }}>
        <ScreenLinks downCount={downCount} openCount={openCount} onLeave={onLeave} />
        {platforms(onLeave)}
      </Stack>
      <Box
        p="xs"
        pb="max(var(--mantine-spacing-xs), var(--inset-bottom))"
        style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}
      >
        <AccountMenu account={account} onSignOut={onSignOut} onLeave={onLeave} />
        <Text size="xs" c="dimmed" px="xs">
          Version {version}
        </Text>
      </Box>
    </Stack>
  );
}
