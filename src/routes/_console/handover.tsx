import { createFileRoute } from '@tanstack/react-router';
import { HandoverScreen } from '../../features/handover/handover-screen.tsx';
import { type HandoverSearch, handoverSearch } from '../../features/handover/handover-search.ts';
import { usePage } from '../../ui/page-title.ts';
import { titleOf } from '../../ui/screens.ts';

export const Route = createFileRoute('/_console/handover')({
  // The page parses it: here it would load with every page.
  validateSearch: (search): HandoverSearch => search,
  component: HandoverPage,
});

function HandoverPage() {
  usePage(
    titleOf('/handover'),
    'What is open, who is on it, what is ahead, and notes for the next.',
  );
  const navigate = Route.useNavigate();
  const onSearch = (search: HandoverSearch) =>
    void navigate({ search, resetScroll: false, replace: true });
  return <HandoverScreen search={handoverSearch({ ...Route.useSearch() })} onSearch={onSearch} />;
}
