import { useEffect, useState } from 'react';
import { type Release, readReleases } from '../../client/updates/release-notes.ts';
import { ownVersion } from '../../product.ts';

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
