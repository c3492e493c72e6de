import { useEffect, useState } from 'react';
import { ownVersion } from '../../device/product.ts';
import { type Release, readReleases } from '../../device/updates/release-notes.ts';
import { updateNow } from '../../device/updates/updates.ts';

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

/** @returns what the server's version brought that this page does not have; empty until that is known */
export function useReleases(): readonly Release[] {
  const [releases, setReleases] = useState<readonly Release[]>([]);
  useEffect(() => {
    const asked = new AbortController();
    readReleases(ownVersion()).then((answer) => {
      if (!asked.signal.aborted) setReleases(answer);
    }, reportError);
    return () => asked.abort();
  }, []);
  return releases;
}
