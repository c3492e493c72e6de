import { createFileRoute } from '@tanstack/react-router';
import { AuditScreen } from '../../features/audit/audit-screen.tsx';
import type { AuditSearch } from '../../features/audit/audit-search.ts';
import { usePage } from '../../ui/page-title.ts';
import { titleOf } from '../../ui/screens.ts';

export const Route = createFileRoute('/_console/audit')({
  // The screen parses it: here it would load with every page.
  validateSearch: (search): AuditSearch => search,
  component: AuditPage,
});

function AuditPage() {
  usePage(titleOf('/audit'), 'Who did what, from where: sign-ins, roles, keys, settings.');
  const navigate = Route.useNavigate();
  const onSearch = (search: AuditSearch) =>
    void navigate({ search, resetScroll: false, replace: true });
  return <AuditScreen address={Route.useSearch()} onSearch={onSearch} />;
}
