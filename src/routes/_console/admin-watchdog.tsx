import { createFileRoute } from '@tanstack/react-router';
import { usePage } from '../../features/shell/page-title.ts';
import { WatchdogPage } from '../../features/watchdog/watchdog-page.tsx';

export const Route = createFileRoute('/_console/admin-watchdog')({ component: Screen });

function Screen() {
  usePage(
    'Sovereign Watchdog',
    'What this platform reports of itself: heartbeat, connections, endpoints.',
  );
  return <WatchdogPage />;
}
