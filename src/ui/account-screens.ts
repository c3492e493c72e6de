import { IconClipboardList, IconUserCircle, IconUsers } from '@tabler/icons-react';
import type { CallName } from '../../contract/paths.ts';
import type { ScreenLink } from './screens.ts';

interface AccountScreen extends ScreenLink {
  /** Who may not make it has nothing to see there; undefined: everybody. */
  readonly call: CallName | undefined;
}

/** The screens about who may come in, of a server that has roles. */
export const ACCOUNT_SCREENS: readonly AccountScreen[] = [
  { to: '/account', path: '/account', name: 'Account', Icon: IconUserCircle, call: undefined },
  { to: '/people', path: '/people', name: 'People', Icon: IconUsers, call: 'people' },
  { to: '/audit', path: '/audit', name: 'Audit log', Icon: IconClipboardList, call: 'audit' },
];
