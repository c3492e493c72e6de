import { createFileRoute } from '@tanstack/react-router';
import { WatchdogPage } from '../../features/watchdog/watchdog-page.tsx';

export const Route = createFileRoute('/_console/admin-watchdog')({ component: WatchdogPage });
