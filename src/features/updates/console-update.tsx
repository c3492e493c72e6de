import { Suspense, useEffect, useState } from 'react';
import { isAppWindow, isByShareMenu } from '../../client/app/app-window.ts';
import { useConnection } from '../../client/connection.ts';
import { useOutbox } from '../../client/outbox.ts';
import { updateNow, useUpdate } from '../../client/updates/updates.ts';
import { extra } from '../shell/extra.ts';
import { useReleases } from './release-notes.tsx';
import { UpdateNotice } from './update-notice.tsx';

/** Loaded after the first connection attempt, so that the screens load first. */
const ConsoleApp = extra(async () => (await import('../shell/console-app.tsx')).ConsoleApp);

/** The update notice, and the code of the installed app where it is needed. */
export function ConsoleUpdate() {
  const link = useConnection();
  const isKnown = link.state !== 'connecting' || link.attempt > 1;
  const isMore = useMoreThanPage();
  const [needsApp, setNeedsApp] = useState(false);
  useEffect(() => {
    if (isKnown && isMore) setNeedsApp(true);
  }, [isKnown, isMore]);
  return (
    <>
      <UpdateOffer />
      {needsApp ? (
        <Suspense>
          <ConsoleApp />
        </Suspense>
      ) : null}
    </>
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

/** The notice of a new version, until the user updates or dismisses it. */
function UpdateOffer() {
  const { state, why } = useUpdate();
  const [isLater, setLater] = useState(false);
  const { asking, disabledReason, update } = useUpdating();
  if (state !== 'held' && (state !== 'ready' || isLater)) return null;
  return (
    <Offer
      state={state}
      disabledReason={why ?? disabledReason}
      busy={asking}
      onUpdate={update}
      onLater={() => setLater(true)}
    />
  );
}

type OfferProps = Omit<Parameters<typeof UpdateNotice>[0], 'releases'>;

/** Reads the release notes only when there is a new version. */
function Offer(props: OfferProps) {
  return <UpdateNotice {...props} releases={useReleases()} />;
}

/** Starts the update, and says why the last try did not. */
export function useUpdating() {
  const [asking, setAsking] = useState(false);
  const [disabledReason, setDisabledReason] = useState<'uploading'>();
  async function update(): Promise<void> {
    setAsking(true);
    const result = await updateNow();
    setDisabledReason(result === 'uploading' ? result : undefined);
    // A page that reloads stays busy.
    if (result !== 'going') setAsking(false);
  }
  return { asking, disabledReason, update: () => void update() };
}
