import { createFileRoute } from '@tanstack/react-router';
import { HandoverScreen } from '../../features/handover/handover-screen.tsx';
import { type HandoverSearch, handoverSearch } from '../../features/handover/handover-search.ts';
import { usePage } from '../../ui/page-title.ts';

export const Route = createFileRoute('/_console/handover')({
  validateSearch: handoverSearch,
  component: HandoverPage,
});

function HandoverPage() {
  usePage('Shift handover', 'What is open, who is on it, what is ahead, and notes for the next.');
  const navigate = Route.useNavigate();
  const onSearch = (search: HandoverSearch) =>
    void navigate({ search, resetScroll: false, replace: true });
  return <HandoverScreen search={Route.useSearch()} onSearch={onSearch} />;
}
