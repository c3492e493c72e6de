import { createFileRoute } from '@tanstack/react-router';
import { MaintenanceScreen } from '../../features/maintenance/maintenance-screen.tsx';
import {
  type MaintenanceSearch,
  maintenanceSearch,
} from '../../features/maintenance/maintenance-search.ts';
import { usePage } from '../../ui/page-title.ts';

export const Route = createFileRoute('/_console/maintenance')({
  validateSearch: maintenanceSearch,
  component: MaintenancePage,
});

function MaintenancePage() {
  usePage('Maintenance', 'Maintenance windows now, ahead and past, and drills.');
  const navigate = Route.useNavigate();
  const onSearch = (search: MaintenanceSearch) => void navigate({ search, resetScroll: false });
  return <MaintenanceScreen search={Route.useSearch()} onSearch={onSearch} />;
}
