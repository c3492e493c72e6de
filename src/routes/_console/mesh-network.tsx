import { createFileRoute } from '@tanstack/react-router';
import { MeshPage } from '../../features/mesh/mesh-page.tsx';
import { textIn } from '../../shared/address-values.ts';

export interface MeshSearch {
  /** Id of the platform that is looked at. */
  readonly platform?: string | undefined;
}

export const Route = createFileRoute('/_console/mesh-network')({
  validateSearch: ({ platform }: Record<string, unknown>): MeshSearch => ({
    platform: textIn(platform),
  }),
  component: MeshPage,
});
