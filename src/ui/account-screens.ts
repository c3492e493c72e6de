import { IconAffiliate, IconFileSearch, IconUserCircle, IconUsers } from '@tabler/icons-react';
import type { CallName } from '../../contract/paths.ts';
import type { ScreenLink } from './screens.ts';

interface AccountScreen extends ScreenLink {
  /** Who may not make it has nothing to see there; undefined: everybody. */
  readonly call: CallName | undefined;
}

/** The screens of the account, and what admins set up, of a server that has roles. */
export const ACCOUNT_SCREENS: readonly AccountScreen[] = [
  { to: '/account', path: '/account', name: 'Account', Icon: IconUserCircle, call: undefined },
  {
    to: '/platforms',
    path: '/platforms',
    name: 'Platforms',
    Icon: IconAffiliate,
    call: 'platforms',
  },
  { to: '/people', path: '/people', name: 'People', Icon: IconUsers, call: 'people' },
  { to: '/audit', path: '/audit', name: 'Audit log', Icon: IconFileSearch, call: 'audit' },
];
