import { createFileRoute } from '@tanstack/react-router';
import { HeartbeatPage } from '../../features/watchdog/heartbeat-page.tsx';

export const Route = createFileRoute('/_console/admin/heartbeat')({ component: HeartbeatPage });
