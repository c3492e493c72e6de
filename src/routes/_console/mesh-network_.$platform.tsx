import { createFileRoute } from '@tanstack/react-router';
import { PLATFORM_RANGES, type PlatformRange } from '../../../contract/limits.ts';
import { keyIn } from '../../domain/address-values.ts';
import { PlatformPage } from '../../features/platform/platform-page.tsx';

export interface PlatformSearch {
  /** Of the latency chart; 24 h when none is named. */
  readonly range?: PlatformRange | undefined;
}

export const Route = createFileRoute('/_console/mesh-network_/$platform')({
  // The page parses it: here it would load with every page.
  validateSearch: (search): PlatformSearch => search,
  component: PlatformRoute,
});

function PlatformRoute() {
  const { platform } = Route.useParams();
  const range = keyIn(PLATFORM_RANGES, Route.useSearch().range) ?? '24h';
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
