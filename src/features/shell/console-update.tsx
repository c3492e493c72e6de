import { useEffect, useState } from 'react';
import { useConnectionValue } from '../../console/connection.ts';
import { useOutbox } from '../../console/outbox.ts';
import { useReadData } from '../../console/reads.ts';
import { isAppWindow, isByShareMenu } from '../../device/app-window.ts';
import { useUpdate } from '../../device/updates/updates.ts';
import { extra } from '../../ui/extra.tsx';

/** Loaded after the first connection attempt, so that the screens load first. */
const ConsoleApp = extra(async () => (await import('../device/install-notices.tsx')).ConsoleApp);

/** Loaded when a drill runs. */
const DrillBanner = extra(
  async () => (await import('../maintenance/drill-banner.tsx')).ConsoleDrillBanner,
);

const Offered = extra(async () => (await import('../device/update-notice.tsx')).OfferedUpdate);

/** The update notice, the banner of a drill, and the code of the installed app where it is needed. */
export function ConsoleUpdate() {
  const isKnown = useConnectionValue((link) => link.state !== 'connecting' || link.attempt > 1);
  const isMore = useMoreThanPage();
  const [needsApp, setNeedsApp] = useState(false);
  const isDrill = useReadData('incidents')?.some(({ drillUntil }) => drillUntil !== null);
  useEffect(() => {
    if (isKnown && isMore) setNeedsApp(true);
  }, [isKnown, isMore]);
  return (
    <>
      <UpdateOffer />
      <div role="status">{isDrill ? <DrillBanner /> : null}</div>
      <div role="status" aria-atomic={false}>
        {needsApp ? <ConsoleApp /> : null}
      </div>
    </>
  );
}

/** The notice of a new version, until the user updates or dismisses it. */
function UpdateOffer() {
  const { state, why } = useUpdate();
  const [isLater, setLater] = useState(false);
  const isOffered = state === 'held' || (state === 'ready' && !isLater);
  return (
    <div role="status">
      {isOffered ? <Offered state={state} why={why} onLater={() => setLater(true)} /> : null}
    </div>
  );
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
