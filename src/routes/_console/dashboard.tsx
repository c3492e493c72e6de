import { createFileRoute } from '@tanstack/react-router';
import { usePage } from '../-page-title.ts';

export const Route = createFileRoute('/_console/dashboard')({ component: DashboardPage });

function DashboardPage() {
  usePage('Dashboard', 'The mesh at a glance: connections, bundles, handshakes and what just happened.');
  return <h1>Dashboard</h1>;
}
