import { createFileRoute } from '@tanstack/react-router';
import { AlertsScreen } from '../../features/alerts/alerts-screen.tsx';
import { usePage } from '../../ui/page-title.ts';
import { titleOf } from '../../ui/screens.ts';

export const Route = createFileRoute('/_console/alerts')({ component: AlertsPage });

function AlertsPage() {
  usePage(
    titleOf('/alerts'),
    'Who is alerted when a platform is down: channels, rules, deliveries.',
  );
  return <AlertsScreen />;
}
