import { createFileRoute } from '@tanstack/react-router';
import { usePage } from '../../features/shell/page-title.ts';
import { HeartbeatPage } from '../../features/watchdog/heartbeat-page.tsx';

export const Route = createFileRoute('/_console/admin/heartbeat')({ component: Screen });

function Screen() {
  usePage('Heartbeat', 'The health of this node, its heartbeats and the endpoints it serves.');
  return <HeartbeatPage />;
}
