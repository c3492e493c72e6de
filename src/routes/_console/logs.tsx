import { createFileRoute } from '@tanstack/react-router';
import type { LogSearch } from '../../domain/log-search.ts';
import { LogsScreen } from '../../features/activity/logs-screen.tsx';
import { usePage } from '../../ui/page-title.ts';
import { titleOf } from '../../ui/screens.ts';

export const Route = createFileRoute('/_console/logs')({
  // The screen parses it: here it would load with every page.
  validateSearch: (search): LogSearch => search,
  component: LogsPage,
});

function LogsPage() {
  usePage(titleOf('/logs'), 'Every event of the mesh, with its exact time.');
  const navigate = Route.useNavigate();
  const onSearch = (search: LogSearch) =>
    void navigate({ search, resetScroll: false, replace: search.row === undefined });
  return <LogsScreen address={Route.useSearch()} onSearch={onSearch} />;
}
