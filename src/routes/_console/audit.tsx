import { createFileRoute } from '@tanstack/react-router';
import { AuditScreen } from '../../features/audit/audit-screen.tsx';
import { usePage } from '../../features/shell/page-title.ts';

export const Route = createFileRoute('/_console/audit')({ component: AuditPage });

function AuditPage() {
  usePage('Audit log', 'Who did what, from where: sign-ins, roles, keys, settings.');
  return <AuditScreen />;
}
