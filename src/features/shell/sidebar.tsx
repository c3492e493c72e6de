import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Brand } from '../../ui/brand.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ScreenLinks } from './navigation.tsx';
import { PlatformList, type PlatformListProps } from './platform-list.tsx';
import styles from './sidebar.module.css';

export interface SidebarProps {
  product: string;
  version: string;
  /** Path of the screen that is shown. */
  path: string;
  platforms: PlatformListProps;
  /** Stands beside Mesh Network. */
  downCount: ReactNode;
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
  const { product, version, path, platforms, downCount, account, onSignOut, onLeave } = props;
  return (
    <Stack gap={0} flex={1} mih={0}>
      {withBrand ? (
        <div className={styles.brand}>
          <Brand name={product} />
        </div>
      ) : null}
      <Stack gap="lg" flex={1} p="xs" pb="md" style={{ overflowY: 'auto' }}>
        <ScreenLinks path={path} downCount={downCount} onLeave={onLeave} />
        <PlatformList {...platforms} onLeave={onLeave} />
      </Stack>
      <div className={styles.foot}>
        <AccountMenu account={account} onSignOut={onSignOut} onLeave={onLeave} />
        <Text size="xs" c="dimmed" px="xs">
          Version {version}
        </Text>
      </div>
    </Stack>
  );
}
