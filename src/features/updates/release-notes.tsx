import { List } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type Release, readReleases } from '../../client/updates/release-notes.ts';
import { ownVersion } from '../../product.ts';
import styles from './update.module.css';

export interface ReleaseNotesProps {
  /** Newest first. */
  releases: readonly { readonly version: string; readonly notes: readonly string[] }[];
}

/** What is new, in a fold; nothing where nothing is said. */
export function ReleaseNotes({ releases }: ReleaseNotesProps) {
  if (releases.length === 0) return null;
  return (
    <details className={styles.notes}>
      <summary>What is new</summary>
      {releases.map(({ version, notes }) => (
        <section key={version} aria-label={`Version ${version}`}>
          <b>Version {version}</b>
          <List size="sm" listStyleType="disc">
            {notes.map((note) => (
              <List.Item key={note}>{note}</List.Item>
            ))}
          </List>
        </section>
      ))}
    </details>
  );
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
