import { type Icon, IconClipboardList, IconUserCircle, IconUsers } from '@tabler/icons-react';
import type { CallName } from '../../contract/paths.ts';

interface AccountScreen {
  readonly path: '/account' | '/people' | '/audit';
  readonly name: string;
  readonly Icon: Icon;
  /** Who may not make it has nothing to see there; undefined: everybody. */
  readonly call: CallName | undefined;
}

/** The screens about who may come in, of a server that has roles. They load with the menu. */
export const ACCOUNT_SCREENS: readonly AccountScreen[] = [
  { path: '/account', name: 'Account', Icon: IconUserCircle, call: undefined },
  { path: '/people', name: 'People', Icon: IconUsers, call: 'people' },
  { path: '/audit', name: 'Audit log', Icon: IconClipboardList, call: 'audit' },
];
