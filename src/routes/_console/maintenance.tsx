import { createFileRoute } from '@tanstack/react-router';
import { MaintenanceScreen } from '../../features/maintenance/maintenance-screen.tsx';
import {
  type MaintenanceSearch,
  maintenanceSearch,
} from '../../features/maintenance/maintenance-search.ts';
import { usePage } from '../../ui/page-title.ts';
import { titleOf } from '../../ui/screens.ts';

export const Route = createFileRoute('/_console/maintenance')({
  // The page parses it: here it would load with every page.
  validateSearch: (search): MaintenanceSearch => search,
  component: MaintenancePage,
});

function MaintenancePage() {
  const search = maintenanceSearch({ ...Route.useSearch() });
  const { part } = search;
  usePage(titleOf('/maintenance', part), 'Maintenance windows now, ahead and past, and drills.');
  const navigate = Route.useNavigate();
  const onSearch = (next: MaintenanceSearch) =>
    void navigate({ search: { part, ...next }, resetScroll: false });
  return <MaintenanceScreen search={search} onSearch={onSearch} />;
}
