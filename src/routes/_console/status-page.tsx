import { createFileRoute } from '@tanstack/react-router';
import { StatusPageScreen } from '../../features/status-page/status-page-screen.tsx';
import { usePage } from '../../ui/page-title.ts';
import { titleOf } from '../../ui/screens.ts';

export const Route = createFileRoute('/_console/status-page')({ component: StatusPage });

function StatusPage() {
  usePage(titleOf('/status-page'), 'What everybody may read of this mesh without an account.');
  return <StatusPageScreen />;
}
