import { Skeleton, Stack } from '@mantine/core';
import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { HISTORY_RANGES, type HistoryRange } from '../../../contract/limits.ts';
import { useConnection, useServerNow } from '../../client/connection.ts';
import { firstPaint } from '../../client/first-paint.ts';
import { useRead } from '../../client/reads.ts';
import { useReady } from '../../client/use-ready.ts';
import { ActivityPanel } from '../../features/activity/activity-panel.tsx';
import type { LogSearch } from '../../features/activity/log-search.ts';
import { AwaySection } from '../../features/dashboard/away-section.tsx';
import styles from '../../features/dashboard/dashboard.module.css';
import { QuickActions } from '../../features/dashboard/quick-actions.tsx';
import { StatCards } from '../../features/dashboard/stat-cards.tsx';
import { OpenIncidentsFrame } from '../../features/incidents/open-incidents-frame.tsx';
import { PlatformsSection } from '../../features/mesh/platforms-panel.tsx';
import { useSync } from '../../features/mesh/use-sync.ts';
import { type OverlaySearch, overlaySearch } from '../../features/shell/overlay-search.ts';
import { usePage } from '../../features/shell/page-title.ts';
import { type WallSearch, wallSearch } from '../../features/wall/wall-search.ts';
import { keyIn } from '../../shared/address-values.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useLoadedInTime } from '../../ui/use-loaded.ts';
import type { BelowFoldProps } from './-below-fold.tsx';

const AGES_EVERY_MS = 10_000;
/** A row of the activity changes its text at its own minute. */
const ACTIVITY_AGES_EVERY_MS = 1000;

export interface DashboardSearch extends OverlaySearch, WallSearch {
  /** Of the platforms panel; an hour when it is left out. */
  readonly range?: HistoryRange | undefined;
}

const RANGE_DEFAULT: HistoryRange = '1h';

const DeviceDialog = lazyDialog(
  async () => (await import('../../features/device/device-dialog.tsx')).DeviceDialog,
);
const DiagnosticsDialog = lazyDialog(
  async () => (await import('../../features/diagnostics/diagnostics-dialog.tsx')).DiagnosticsDialog,
);
const DisplaysDialog = lazyDialog(
  async () => (await import('../../features/displays/displays-dialog.tsx')).DisplaysDialog,
);

export const Route = createFileRoute('/_console/dashboard')({
  validateSearch: (search: Record<string, unknown>): DashboardSearch => ({
    ...overlaySearch(search),
    ...wallSearch(search),
    range: keyIn(HISTORY_RANGES, search.range),
  }),
  // Where the logs were a dialog, their address leads to their page.
  beforeLoad: ({ search: { show, q, severity } }) => {
    if (show === 'logs')
      throw redirect({ to: '/logs', search: { q, severity } as LogSearch, replace: true });
  },
  component: DashboardPage,
});

function DashboardPage() {
  usePage(
    'Dashboard',
    'The mesh at a glance: platforms, bundles, handshakes and what just happened.',
  );
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const onSearch = useCallback(
    (next: OverlaySearch) => {
      void navigate({ search: ({ range }) => ({ ...next, range }), resetScroll: false });
    },
    [navigate],
  );
  const close = useCallback(() => onSearch({}), [onSearch]);
  const showRange = (next: HistoryRange) =>
    void navigate({
      search: (before) => ({ ...before, range: next === RANGE_DEFAULT ? undefined : next }),
      resetScroll: false,
      replace: true,
    });
  return (
    <Stack>
      <AwaySection />
      <StatsSection />
      <IncidentsSection />
      <PlatformsSection range={search.range ?? RANGE_DEFAULT} onRange={showRange} />
      <div className={styles.columns}>
        <ActivitySection />
        <ActionsSection onSearch={onSearch} />
      </div>
      <BelowFoldWhenNear search={search} onSearch={onSearch} />
      <DiagnosticsDialog opened={search.show === 'diagnostics'} onClose={close} />
      <DisplaysDialog
        opened={search.show === 'displays'}
        code={search.code ?? ''}
        onClose={close}
      />
      <DeviceDialog opened={search.show === 'device'} onClose={close} />
      <Ready />
    </Stack>
  );
}

/**
 * What lies below the fold loads when it is scrolled near, or is asked for by the address. Where it is on the device
 * already, it loads after the first paint.
 */
function BelowFoldWhenNear(props: BelowFoldProps) {
  const { show, bundle, deploy } = props.search;
  const isAsked = show === 'upload' || bundle !== undefined || deploy !== undefined;
  const place = useRef<HTMLDivElement>(null);
  // While what is above it has yet to arrive, it is near for a moment.
  const above = [useRead('stats'), useRead('connections'), useRead('activity')];
  const isNear = useNear(
    place,
    above.every(({ loading }) => !loading),
  );
  const isWanted = isNear || isAsked;
  const BelowFold = useLoadedInTime(loadBelowFold, isWanted);
  return BelowFold ? (
    <BelowFold {...props} />
  ) : (
    <div ref={place}>
      <Panel title="ZIP Bundles" aria-busy={isWanted}>
        <Skeleton h="12rem" />
      </Panel>
    </div>
  );
}

const loadBelowFold = async () => (await import('./-below-fold.tsx')).BelowFold;

/** @returns whether the element is or was within a quarter of a screen of what is seen */
function useNear(element: RefObject<HTMLElement | null>, isPlaced: boolean): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (navigator.serviceWorker?.controller) void firstPaint.then(() => setNear(true));
  }, []);
  useEffect(() => {
    if (!isPlaced || !element.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '25% 0%',
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isPlaced]);
  return isNear;
}

/** Keeps its place until its code is there. */
function IncidentsSection() {
  const OpenIncidents = useLoadedInTime(loadIncidents);
  return OpenIncidents ? <OpenIncidents /> : <OpenIncidentsFrame isBusy />;
}

const loadIncidents = async () =>
  (await import('../../features/incidents/open-incidents.tsx')).OpenIncidents;

function StatsSection() {
  return <StatCards read={useRead('stats')} now={useServerNow(AGES_EVERY_MS)} />;
}

function ActivitySection() {
  const activity = useRead('activity');
  const platforms = useRead('connections').data ?? [];
  const { liveMessageSeen } = useConnection();
  const now = useServerNow(ACTIVITY_AGES_EVERY_MS);
  return (
    <ActivityPanel
      rows={activity.data}
      read={activity}
      live={liveMessageSeen}
      platforms={platforms.map(({ name }) => name)}
      now={now}
    />
  );
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
  const reads = [useRead('stats'), useRead('activity'), useRead('bundles')];
  useReady(reads.every(({ loading }) => !loading));
  return null;
}
