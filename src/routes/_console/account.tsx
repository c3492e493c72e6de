import { createFileRoute } from '@tanstack/react-router';
import { AccountScreen } from '../../features/account/account-screen.tsx';
import { leaveNow } from '../../features/auth/leave.tsx';
import { usePage } from '../../ui/page-title.ts';
import { titleOf } from '../../ui/screens.ts';

export const Route = createFileRoute('/_console/account')({ component: AccountPage });

function AccountPage() {
  usePage(titleOf('/account'), 'Your password, second factor, devices and API tokens.');
  return <AccountScreen onSignedOut={leaveNow} />;
}
