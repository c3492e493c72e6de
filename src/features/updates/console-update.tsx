import { Suspense, useEffect, useState } from 'react';
import { isAppWindow, isByShareMenu } from '../../client/app/app-window.ts';
import { useConnection } from '../../client/connection.ts';
import { useOutbox } from '../../client/outbox.ts';
import { useRead } from '../../client/reads.ts';
import { useUpdate } from '../../client/updates/updates.ts';
import { useLoadedInTime } from '../../ui/use-loaded.ts';
import { extra } from '../shell/extra.ts';

/** Loaded after the first connection attempt, so that the screens load first. */
const ConsoleApp = extra(async () => (await import('../shell/console-app.tsx')).ConsoleApp);

/** Loaded when a drill runs. */
const DrillBanner = extra(
  async () => (await import('../maintenance/drill-banner.tsx')).ConsoleDrillBanner,
);

const loadOffered = async () => (await import('./offered-update.tsx')).OfferedUpdate;

/** The update notice, the banner of a drill, and the code of the installed app where it is needed. */
export function ConsoleUpdate() {
  const link = useConnection();
  const isKnown = link.state !== 'connecting' || link.attempt > 1;
  const isMore = useMoreThanPage();
  const [needsApp, setNeedsApp] = useState(false);
  const isDrill = useRead('incidents').data?.some(({ drillUntil }) => drillUntil !== null);
  useEffect(() => {
    if (isKnown && isMore) setNeedsApp(true);
  }, [isKnown, isMore]);
  return (
    <>
      <UpdateOffer />
      {isDrill ? (
        <Suspense>
          <DrillBanner />
        </Suspense>
      ) : null}
      {needsApp ? (
        <Suspense>
          <ConsoleApp />
        </Suspense>
      ) : null}
    </>
  );
}

/** The notice of a new version, until the user updates or dismisses it. */
function UpdateOffer() {
  const { state, why } = useUpdate();
  const [isLater, setLater] = useState(false);
  const isOffered = state === 'held' || (state === 'ready' && !isLater);
  const Offered = useLoadedInTime(loadOffered, isOffered);
  return Offered && isOffered ? (
    <Offered state={state} why={why} onLater={() => setLater(true)} />
  ) : null;
}

/** Whether the page is or can become an app, lacks a secure context, or has uploads to keep. */
function useMoreThanPage(): boolean {
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    // The browser makes its offer when it likes; the page's own HTML keeps it.
    const note = () => setOffered('installOffer' in globalThis);
    note();
    addEventListener('beforeinstallprompt', note);
    return () => removeEventListener('beforeinstallprompt', note);
  }, []);
  const hasUploads = useOutbox().length > 0;
  return isOffered || hasUploads || isAppWindow() || isByShareMenu() || !window.isSecureContext;
}
