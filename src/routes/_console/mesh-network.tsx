import { createFileRoute } from '@tanstack/react-router';
import { MeshPage } from '../../features/mesh/mesh-page.tsx';
import { usePage } from '../../features/shell/page-title.ts';

export interface MeshSearch {
  /** Id of the platform that is looked at. */
  readonly platform?: string | undefined;
}

export const Route = createFileRoute('/_console/mesh-network')({
  validateSearch: ({ platform }: Record<string, unknown>): MeshSearch => ({
    platform: typeof platform === 'string' && platform !== '' ? platform : undefined,
  }),
  component: Screen,
});

function Screen() {
  usePage(
    'Mesh Network',
    'Which platforms are up, how fast they respond, and when they were last seen.',
  );
  const { platform } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <MeshPage
      platform={platform}
      onClose={() => void navigate({ search: {}, resetScroll: false })}
    />
  );
}
