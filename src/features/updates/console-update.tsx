import { Suspense, useEffect, useState } from 'react';
import { isAppWindow, isByShareMenu } from '../../client/app/app-window.ts';
import { useConnection } from '../../client/connection.ts';
import { useOutbox } from '../../client/outbox.ts';
import { updateNow, useUpdate } from '../../client/updates/updates.ts';
import { extra } from '../shell/extra.ts';
import { UpdateNotice } from './update-notice.tsx';
import { useReleases } from './use-releases.ts';

/** Loads once it is known how the link stands, so that it takes nothing from the screens. */
const ConsoleApp = extra(async () => (await import('../shell/console-app.tsx')).ConsoleApp);

/** What may come to a console at any time after it was opened. */
export function ConsoleUpdate() {
  const link = useConnection();
  const isKnown = link.state !== 'connecting' || link.attempt > 1;
  const isMore = useMoreThanPage();
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    if (isKnown && isMore) setSettled(true);
  }, [isKnown, isMore]);
  return (
    <>
      <UpdateOffer />
      {settled ? (
        <Suspense>
          <ConsoleApp />
        </Suspense>
      ) : null}
    </>
  );
}

/** An app of the device, one that may become one, one that is told what it misses, or one with work to keep. */
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

/** The word that a new version is ready, until it is put off or taken. */
function UpdateOffer() {
  const { state, why } = useUpdate();
  const [isLater, setLater] = useState(false);
  const { asking, hindrance, update } = useUpdating();
  if (state !== 'held' && (state !== 'ready' || isLater)) return null;
  return (
    <Offer
      state={state}
      hindrance={why ?? hindrance}
      busy={asking}
      onUpdate={update}
      onLater={() => setLater(true)}
    />
  );
}

type OfferProps = Omit<Parameters<typeof UpdateNotice>[0], 'releases'>;

/** Reads what is new when there is something new. */
function Offer(props: OfferProps) {
  return <UpdateNotice {...props} releases={useReleases()} />;
}

/** Going over, and what stood in the way the last time. */
export function useUpdating() {
  const [asking, setAsking] = useState(false);
  const [hindrance, setHindrance] = useState<'uploading'>();
  async function update(): Promise<void> {
    setAsking(true);
    const result = await updateNow();
    setHindrance(result === 'uploading' ? result : undefined);
    // Going, it stays busy: the page is about to be another one.
    if (result !== 'going') setAsking(false);
  }
  return { asking, hindrance, update: () => void update() };
}
