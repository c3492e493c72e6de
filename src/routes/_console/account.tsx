import { createFileRoute } from '@tanstack/react-router';
import { AccountScreen } from '../../features/account/account-screen.tsx';
import { leaveNow } from '../../features/auth/leave.tsx';
import { usePage } from '../../ui/page-title.ts';

export const Route = createFileRoute('/_console/account')({ component: AccountPage });

function AccountPage() {
  usePage('Account', 'Your password, second factor, devices and API tokens.');
  return <AccountScreen onSignedOut={leaveNow} />;
}
