import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { HistoryRange } from '../../../contract/limits.ts';
import { useServerNow } from '../../console/connection.ts';
import { useRead, useReadState } from '../../console/reads.ts';
import { useSync } from '../../console/use-sync.ts';
import { useReady } from '../../device/use-ready.ts';
import type { OverlaySearch } from '../../domain/overlay-search.ts';
import { Later } from '../../ui/later.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { usePage } from '../../ui/page-title.ts';
import { useLoading } from '../../ui/use-loaded.ts';
import { ActivityPanel } from '../activity/activity-panel.tsx';
import { OpenIncidentsFrame } from '../incidents/open-incidents-frame.tsx';
import { PlatformsSection } from '../mesh/platforms-panel.tsx';
import { AwaySection } from './away-section.tsx';
import { BelowFoldWhenNear } from './below-fold-when-near.tsx';
import styles from './dashboard.module.css';
import { QuickActions } from './quick-actions.tsx';
import { StatCards } from './stat-cards.tsx';

const AGES_EVERY_MS = 10_000;

const DeviceDialog = lazyDialog(
  async () => (await import('../device/device-dialog.tsx')).DeviceDialog,
);
const DiagnosticsDialog = lazyDialog(
  async () => (await import('../diagnostics/diagnostics-dialog.tsx')).DiagnosticsDialog,
);
const DisplaysDialog = lazyDialog(
  async () => (await import('../displays/displays-dialog.tsx')).DisplaysDialog,
);

interface DashboardScreenProps {
  search: OverlaySearch;
  /** Of the platforms panel. */
  range: HistoryRange;
  onSearch: (search: OverlaySearch) => void;
  onRange: (range: HistoryRange) => void;
}

/** How the mesh is, what just happened and what can be done; the panels and dialogs of other parts of the product. */
export function DashboardScreen({ search, range, onSearch, onRange }: DashboardScreenProps) {
  usePage(
    'Dashboard',
    'The mesh at a glance: platforms, bundles, handshakes and what just happened.',
  );
  const close = useCallback(() => onSearch({}), [onSearch]);
  return (
    <div className={styles.screen}>
      <AwaySection />
      <StatsSection />
      <IncidentsSection />
      <PlatformsSection range={range} onRange={onRange} />
      <Later place={<div className={styles.place} />}>
        <div className={styles.columns}>
          <ActivityPanel />
          <ActionsSection onSearch={onSearch} />
        </div>
        <BelowFoldWhenNear search={search} onSearch={onSearch} />
        <Ready />
      </Later>
      <DiagnosticsDialog opened={search.show === 'diagnostics'} onClose={close} />
      <DisplaysDialog
        opened={search.show === 'displays'}
        code={search.code ?? ''}
        onClose={close}
      />
      <DeviceDialog opened={search.show === 'device'} onClose={close} />
    </div>
  );
}

/** Keeps its place until its code is there. */
function IncidentsSection() {
  const { component: OpenIncidents, ...loading } = useLoading(loadIncidents);
  return OpenIncidents ? (
    <OpenIncidents />
  ) : (
    <OpenIncidentsFrame isBusy={!loading.hasFailed}>
      <NotLoaded {...loading}>{null}</NotLoaded>
    </OpenIncidentsFrame>
  );
}

const loadIncidents = async () => (await import('../incidents/open-incidents.tsx')).OpenIncidents;

function StatsSection() {
  return <StatCards read={useRead('stats')} now={useServerNow(AGES_EVERY_MS)} />;
}

function ActionsSection({ onSearch }: { onSearch: (search: OverlaySearch) => void }) {
  const { syncing, sync } = useSync();
  const navigate = useNavigate();
  return (
    <QuickActions
      syncing={syncing}
      onUpload={() => onSearch({ show: 'upload' })}
      onSync={sync}
      onDiagnostics={() => onSearch({ show: 'diagnostics' })}
      onLogs={() => void navigate({ to: '/logs' })}
    />
  );
}

/** The dashboard is there when its own reads are. */
function Ready() {
  const reads = [useReadState('stats'), useReadState('activity'), useReadState('bundles')];
  useReady(reads.every(({ loading }) => !loading));
  return null;
}
