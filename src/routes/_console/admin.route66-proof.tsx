import { createFileRoute } from '@tanstack/react-router';
import { ProofPage } from '../../features/proof/proof-page.tsx';
import { proofSearch } from '../../features/proof/proof-search.ts';
import { usePage } from '../../ui/page-title.ts';

export const Route = createFileRoute('/_console/admin/route66-proof')({
  validateSearch: proofSearch,
  component: Screen,
});

function Screen() {
  usePage('Route66 Proof', 'Prove a peer by three factors: a real server, a callback, a file.');
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <ProofPage search={search} onSearch={(next) => void navigate({ search: next })} />;
}
