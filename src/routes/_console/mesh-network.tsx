import { createFileRoute, redirect } from '@tanstack/react-router';
import { textIn } from '../../domain/address-values.ts';
import { MeshPage } from '../../features/mesh/mesh-page.tsx';

export interface MeshSearch {
  /** Id of a platform: its page had this address until it got its own. */
  readonly platform?: string | undefined;
}

export const Route = createFileRoute('/_console/mesh-network')({
  validateSearch: ({ platform }: Record<string, unknown>): MeshSearch => ({
    platform: textIn(platform),
  }),
  beforeLoad({ search: { platform } }) {
    if (platform !== undefined)
      throw redirect({ to: '/mesh-network/$platform', params: { platform }, replace: true });
  },
  component: MeshPage,
});
