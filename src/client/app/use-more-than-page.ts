import { useEffect, useState } from 'react';
import { useOutbox } from '../outbox.ts';
import { isAppWindow, isByShareMenu } from './app-window.ts';

/** Whether the page is or can become an app, lacks a secure context, or has uploads to keep. */
export function useMoreThanPage(): boolean {
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
