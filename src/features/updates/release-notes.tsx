import { Box, List } from '@mantine/core';
import type { Release } from '../../client/updates/release-notes.ts';
import styles from './update.module.css';

export interface ReleaseNotesProps {
  /** Newest first. */
  releases: readonly Release[];
}

/** What is new, in a fold; nothing where nothing is said. */
export function ReleaseNotes({ releases }: ReleaseNotesProps) {
  if (releases.length === 0) return null;
  return (
    <Box component="details" fz="sm" className={styles.notes}>
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
    </Box>
  );
}
