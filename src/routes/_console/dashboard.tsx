import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useServerNow } from '../../link/link-state.ts';
import { useRead } from '../../link/reads.ts';
import { useReady } from '../../ready.ts';
import { QuickActions } from '../../ui/quick-actions/quick-actions.tsx';
import { Columns, Screen, Tiles } from '../../ui/screen/screen.tsx';
import { StatCards } from '../../ui/stat-card/stat-cards.tsx';
import { COMPLIANCE_ITEMS, ROUTE66_PARTS } from '../../ui/status-panel/status-items.ts';
import { StatusPanel } from '../../ui/status-panel/status-panel.tsx';
import { usePage } from '../-page-title.ts';
import { type WallSearch, wallSearch } from '../-wall-search.ts';
import { ActivitySection } from './-activity-section.tsx';
import { AwaySection } from './-away-section.tsx';
import { BundlesSection } from './-bundles-section.tsx';
import { DeviceOverlay } from './-device-overlay.tsx';
import { DiagnosticsOverlay } from './-diagnostics-overlay.tsx';
import { DisplaysOverlay } from './-displays-overlay.tsx';
import { LogsOverlay } from './-logs-overlay.tsx';
import { type OverlaySearch, overlaySearch } from './-overlay-search.ts';
import { stateOf } from './-reading-state.ts';
import { UploadOverlay } from './-upload-overlay.tsx';
import { useSync } from './-use-sync.ts';

const AGES_EVERY_MS = 10_000;

export const Route = createFileRoute('/_console/dashboard')({
  validateSearch: (search: Record<string, unknown>): OverlaySearch & WallSearch => ({
    ...overlaySearch(search),
    ...wallSearch(search),
  }),
  component: DashboardPage,
});

function DashboardPage() {
  usePage(
    'Dashboard',
    'The mesh at a glance: connections, bundles, handshakes and what just happened.',
  );
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const onSearch = useCallback(
    (next: OverlaySearch) => {
      // What is typed into a search is one step of the history, not one a letter.
      void navigate({ search: next, resetScroll: false, replace: next.q !== undefined });
    },
    [navigate],
  );
  const close = useCallback(() => onSearch({}), [onSearch]);
  return (
    <Screen>
      <AwaySection />
      <StatsSection />
      <Columns>
        <ActivitySection />
        <ActionsSection onSearch={onSearch} />
      </Columns>
      <BundlesSection search={search} onSearch={onSearch} />
      <Tiles>
        <StatusPanel
          title="Route66 Protocol"
          items={ROUTE66_PARTS}
          footer="What the parts are for. How they are now: Heartbeat and Route66 proof pages."
        />
        <StatusPanel
          title="Compliance"
          items={COMPLIANCE_ITEMS}
          footer="What the standard asks for, described and not measured."
        />
      </Tiles>
      <UploadOverlay opened={search.show === 'upload'} onClose={close} />
      <DiagnosticsOverlay opened={search.show === 'diagnostics'} onClose={close} />
      <DisplaysOverlay opened={search.show === 'displays'} code={search.code} onClose={close} />
      <DeviceOverlay opened={search.show === 'device'} onClose={close} />
      <LogsOverlay search={search} onSearch={onSearch} />
      <Ready />
    </Screen>
  );
}

function StatsSection() {
  const stats = useRead('stats');
  const now = useServerNow(AGES_EVERY_MS);
  return <StatCards stats={stats.data} reading={stateOf(stats)} now={now} />;
}

function ActionsSection({ onSearch }: { onSearch: (search: OverlaySearch) => void }) {
  const { syncing, sync } = useSync();
  return (
    <QuickActions
      syncing={syncing}
      onUpload={() => onSearch({ show: 'upload' })}
      onSync={sync}
      onDiagnostics={() => onSearch({ show: 'diagnostics' })}
      onLogs={() => onSearch({ show: 'logs' })}
    />
  );
}

/** The dashboard is there when its own reads are. */
function Ready() {
  const reads = [useRead('stats'), useRead('activity'), useRead('bundles')];
  useReady(reads.every(({ loading }) => !loading));
  return null;
}
