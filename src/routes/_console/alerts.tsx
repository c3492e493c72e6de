import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useAction } from '../../console/actions.ts';
import { AlertsScreen } from '../../features/alerts/alerts-screen.tsx';
import { usePage } from '../../ui/page-title.ts';
import { titleOf } from '../../ui/screens.ts';

export const Route = createFileRoute('/_console/alerts')({
  validateSearch: ({ arrived }: { readonly arrived?: unknown }): { readonly arrived?: string } =>
    typeof arrived === 'string' ? { arrived } : {},
  component: AlertsPage,
});

function AlertsPage() {
  useArrival();
  usePage(
    titleOf('/alerts'),
    'Who is alerted when a platform is down: channels, rules, deliveries.',
  );
  return <AlertsScreen />;
}

/** Whoever opens the address in a drill of a rule says by that that it arrived. */
function useArrival(): void {
  const { arrived: token } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { mutate } = useAction('reportArrival', {
    success: ({ message = '' }) => ({ title: 'The drill arrived', message }),
    failure: 'That the drill arrived could not be stored',
  });
  useEffect(() => {
    if (token === undefined) return;
    mutate({ token });
    void navigate({ search: {}, replace: true });
  }, [token, mutate, navigate]);
}
