import { Skeleton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Fragment, useSyncExternalStore } from 'react';
import type { HistoryRange } from '../../../contract/limits.ts';
import { awayWatch } from '../../console/away/own-away-watch.ts';
import { useConnectionValue, useServerNow } from '../../console/connection.ts';
import { useAreRead, useRead } from '../../console/reads.ts';
import { useSync } from '../../console/use-sync.ts';
import { useReady } from '../../device/use-ready.ts';
import { disconnectedText } from '../../domain/connection-labels.ts';
import type { OverlaySearch } from '../../domain/overlay-search.ts';
import { extra } from '../../ui/extra.tsx';
import { Later } from '../../ui/later.tsx';
import { usePage } from '../../ui/page-title.ts';
import { Panel } from '../../ui/panel.tsx';
import { ActivityPanel } from '../activity/activity-panel.tsx';
import { PlatformsSection } from '../mesh/platforms-panel.tsx';
import { BelowFoldWhenNear } from './below-fold-when-near.tsx';
import styles from './dashboard.module.css';
import { FirstSteps } from './first-steps.tsx';
import { QuickActions } from './quick-actions.tsx';
import { StatCards } from './stat-cards.tsx';
import { VerdictBand, VerdictPlace } from './verdict-band.tsx';

const AGES_EVERY_MS = 10_000;
/** With the first steps, which stand below it. */
const OF_THE_BAND = [
  'connections',
  'incidents',
  'maintenance',
  'session',
  'alertRules',
  'alertChannels',
] as const;
const BELOW_THE_BAND = ['stats', 'activity', 'bundles'] as const;

const AwayNotice = extra(async () => (await import('./away-panel.tsx')).AwayNotice);

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
  const isRead = useAreRead(OF_THE_BAND);
  const isCutOff = useConnectionValue(isDisconnected);
  const isWaiting = !isRead && !isCutOff;
  return (
    <div className={styles.screen}>
      <AwaySection />
      {/* How high it is, is known with the mesh: what stands below it comes with it, and is not moved by it. */}
      <Fragment key={String(isWaiting)}>
        {isWaiting ? <VerdictPlace /> : <VerdictBand />}
        {isWaiting ? null : <FirstSteps />}
        <StatsSection />
        {isWaiting ? PLATFORMS_PLACE : <PlatformsSection range={range} onRange={onRange} />}
        <Later place={<div className={styles.place} />}>
          {isWaiting ? null : (
            <>
              <div className={styles.columns}>
                <ActivityPanel />
                <ActionsSection onSearch={onSearch} />
              </div>
              <BelowFoldWhenNear search={search} onSearch={onSearch} />
              <Ready />
            </>
          )}
        </Later>
      </Fragment>
    </div>
  );
}

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

const PLATFORMS_PLACE = (
  <Panel title="Platform availability" aria-busy="true">
    <Skeleton h="17rem" />
  </Panel>
);

const isDisconnected = (...connection: Parameters<typeof disconnectedText>): boolean =>
  disconnectedText(...connection) !== undefined;

/** What changed while nobody could look at this screen. */
function AwaySection() {
  const absence = useSyncExternalStore(awayWatch.subscribe, awayWatch.absence);
  if (absence === undefined) return null;
  return <AwayNotice absence={absence} onDismiss={awayWatch.dismiss} />;
}

/** The dashboard is there when its own reads are. */
function Ready() {
  useReady(useAreRead(BELOW_THE_BAND));
  return null;
}
