import { createFileRoute, redirect } from '@tanstack/react-router';
import { textIn } from '../../domain/address-values.ts';
import { MeshPage, WitnessPage } from '../../features/mesh/mesh-page.tsx';

export interface MeshSearch {
  /** Id of a platform: its page had this address until it got its own. */
  readonly platform?: string | undefined;
  /** Who sees whom alone is shown. */
  readonly part?: 'witnesses' | undefined;
}

export const Route = createFileRoute('/_console/mesh-network')({
  validateSearch: (search): MeshSearch => search,
  beforeLoad({ search }) {
    const platform = textIn(search.platform);
    if (platform !== undefined)
      throw redirect({ to: '/mesh-network/$platform', params: { platform }, replace: true });
  },
  component: MeshRoute,
});

function MeshRoute() {
  const { part } = Route.useSearch();
  return part === 'witnesses' ? <WitnessPage /> : <MeshPage />;
}
