import { createFileRoute } from '@tanstack/react-router';
import { DutyScreen } from '../../features/handover/duty-screen.tsx';
import { usePage } from '../../ui/page-title.ts';
import { titleOf } from '../../ui/screens.ts';

export const Route = createFileRoute('/_console/duty')({ component: DutyPage });

function DutyPage() {
  usePage(titleOf('/duty'), 'Who is on duty now and next, and whether alerts reach them.');
  return <DutyScreen />;
}
