import { createFileRoute } from '@tanstack/react-router';
import { PlatformsScreen } from '../../features/platforms/platforms-screen.tsx';
import { usePage } from '../../ui/page-title.ts';
import { titleOf } from '../../ui/screens.ts';

/** The dialog that adds one stands in the address, so that it can be linked to. */
const isNew = (search: Record<string, unknown>): { new?: 1 } =>
  search.new === 1 ? { new: 1 } : {};

export const Route = createFileRoute('/_console/platforms')({
  validateSearch: isNew,
  component: PlatformsPage,
});

function PlatformsPage() {
  usePage(titleOf('/platforms'), 'Which platforms are watched, and how.');
  const navigate = Route.useNavigate();
  const onAdding = (isAdding: boolean) =>
    void navigate({ search: isAdding ? { new: 1 } : {}, resetScroll: false });
  return <PlatformsScreen isAdding={Route.useSearch().new === 1} onAdding={onAdding} />;
}
