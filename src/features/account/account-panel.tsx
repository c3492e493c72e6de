import { Skeleton, Stack, type StackProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AccountDetails } from '../../../contract/shapes/people.ts';
import { useReadData } from '../../console/reads.ts';
import { Panel, type PanelProps } from '../../ui/panel.tsx';

interface AccountPanelProps extends Omit<PanelProps, 'children'> {
  /** Height that is reserved until the data comes, so that nothing moves then. */
  room: StackProps['mih'];
  children: (account: AccountDetails) => ReactNode;
}

/** One part of the account page. The page says once when the account cannot be read. */
export function AccountPanel({ room, children, ...panel }: AccountPanelProps) {
  const account = useReadData('account');
  return (
    <Panel {...panel} aria-busy={account === undefined}>
      <Stack mih={account === undefined ? room : undefined} gap="sm">
        {account === undefined ? <Skeleton flex={1} /> : children(account)}
      </Stack>
    </Panel>
  );
}
