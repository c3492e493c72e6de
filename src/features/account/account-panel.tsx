import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AccountDetails } from '../../../contract/shapes/people.ts';
import { Panel, type PanelProps } from '../../ui/panel.tsx';

interface AccountPanelProps extends Omit<PanelProps, 'children'> {
  /** undefined: it is being read. */
  account: AccountDetails | undefined;
  /** Height of the placeholder. */
  room: string;
  children: (account: AccountDetails) => ReactNode;
}

/** One part of the account page. The page says once when the account cannot be read. */
export function AccountPanel({ account, room, children, ...panel }: AccountPanelProps) {
  return (
    <Panel {...panel} aria-busy={account === undefined}>
      {account === undefined ? <Skeleton h={room} /> : children(account)}
    </Panel>
  );
}
