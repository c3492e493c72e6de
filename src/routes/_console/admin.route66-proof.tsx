import { createFileRoute } from '@tanstack/react-router';
import { ProofPage } from '../../features/proof/proof-page.tsx';
import { type ProofSearch, proofSearch } from '../../features/proof/proof-search.ts';
import { usePage } from '../../ui/page-title.ts';
import { titleOf } from '../../ui/screens.ts';

export const Route = createFileRoute('/_console/admin/route66-proof')({
  // The page parses it: here it would load with every page.
  validateSearch: (search): ProofSearch => search,
  component: Screen,
});

function Screen() {
  usePage(
    titleOf('/admin/route66-proof'),
    'Prove a peer by three factors: a real server, a callback, a file.',
  );
  const search = proofSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  return <ProofPage search={search} onSearch={(next) => void navigate({ search: next })} />;
}
