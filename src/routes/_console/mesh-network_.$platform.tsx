import { createFileRoute } from '@tanstack/react-router';
import { PLATFORM_RANGES, type PlatformRange } from '../../../contract/limits.ts';
import { keyIn } from '../../domain/address-values.ts';
import { PlatformPage } from '../../features/platform/platform-page.tsx';

export interface PlatformSearch {
  /** Of the latency chart; 24 h when none is named. */
  readonly range?: PlatformRange | undefined;
}

export const Route = createFileRoute('/_console/mesh-network_/$platform')({
  validateSearch: ({ range }: Record<string, unknown>): PlatformSearch => ({
    range: keyIn(PLATFORM_RANGES, range),
  }),
  component: PlatformRoute,
});

function PlatformRoute() {
  const { platform } = Route.useParams();
  const { range = '24h' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <PlatformPage
      id={platform}
      range={range}
      onRange={(next) =>
        void navigate({ search: { range: next }, replace: true, resetScroll: false })
      }
    />
  );
}
