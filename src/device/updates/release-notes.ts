/** What one version brought. */
export interface Release {
  readonly version: string;
  readonly notes: readonly string[];
}

const PLACE = '/release-notes.json';

/**
 * What is new in the version that the server has now. Read from the server, never from this device's copy.
 *
 * @param own the version that this page is of; only newer versions are listed; without any, its own
 * @returns newest first; empty when the server cannot be reached or says nothing
 */
export async function readReleases(own: string): Promise<readonly Release[]> {
  try {
    const answer = await fetch(PLACE, { cache: 'no-store' });
    if (!answer.ok) return [];
    return releasesAfter(releasesOf(await answer.json()), own);
  } catch {
    // No answer, or a captive portal's: there is nothing to show.
    return [];
  }
}

/** Releases stand newest first; what follows this page's own is known to it. */
export function releasesAfter(releases: readonly Release[], own: string): readonly Release[] {
  const known = releases.findIndex(({ version }) => version === own);
  return known === -1 ? releases : releases.slice(0, known);
}

function releasesOf(value: unknown): readonly Release[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRelease);
}

function isRelease(value: unknown): value is Release {
  if (typeof value !== 'object' || value === null) return false;
  const { version, notes } = value as Partial<Release>;
  return (
    typeof version === 'string' &&
    Array.isArray(notes) &&
    notes.every((note) => typeof note === 'string')
  );
}
