import { createFileRoute } from '@tanstack/react-router';
import type { IncidentSearch } from '../../features/incidents/incident-search.ts';
import { IncidentsScreen } from '../../features/incidents/incidents-screen.tsx';

export const Route = createFileRoute('/_console/incidents/')({
  // The screen parses it: here it would load with every page.
  validateSearch: (search): IncidentSearch => search,
  component: IncidentsPage,
});

function IncidentsPage() {
  const navigate = Route.useNavigate();
  const onSearch = (search: IncidentSearch) =>
    void navigate({ search, resetScroll: false, replace: true });
  return <IncidentsScreen search={Route.useSearch()} onSearch={onSearch} />;
}
