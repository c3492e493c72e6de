import { Alert, Box, Button, Group, List, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { Release } from '../../device/updates/release-notes.ts';
import type { UpdateState } from '../../device/updates/updates.ts';
import styles from './update.module.css';
import { useReleases, useUpdating } from './use-updating.ts';

interface UpdateNoticeProps extends ReleaseNotesProps {
  /** ready: it waits for a press; held: the other tabs have it, and this one follows when its work is done. */
  state: 'ready' | 'held';
  /** Why the update cannot be installed now. */
  disabledReason?: 'uploading' | 'writing' | 'loop' | undefined;
  busy: boolean;
  onUpdate: () => void;
  onLater: () => void;
}

const REASONS = {
  uploading: 'The update waits until your uploads are sent.',
  writing:
    'Your other tabs have it. This tab follows when you have finished what you are doing here.',
  loop: 'This tab could not start it without your help.',
} as const;

/** Says quietly that there is a new version, above the screen and never in its way. */
export function UpdateNotice(props: UpdateNoticeProps) {
  const { state, disabledReason, busy, releases, onUpdate, onLater } = props;
  return (
    <Alert
      color="brand"
      role="group"
      mb="md"
      className={styles.notice ?? ''}
      icon={<IconRefresh aria-hidden="true" />}
    >
      <Group justify="space-between" gap="xs">
        <Text size="sm" flex="1 1 16rem">
          <b>A new version is ready.</b> {disabledReason ? REASONS[disabledReason] : null}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="filled" loading={busy} onClick={onUpdate}>
            {state === 'held' ? 'Reload now' : 'Update now'}
          </Button>
          {state === 'held' ? null : (
            <Button size="xs" onClick={onLater}>
              Later
            </Button>
          )}
        </Group>
      </Group>
      {/* In a line of its own, open or not: no button moves away from the pointer. */}
      <ReleaseNotes releases={releases} />
    </Alert>
  );
}

interface ReleaseNotesProps {
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

interface OfferedUpdateProps {
  state: 'ready' | 'held';
  /** Why a held page is held. */
  why: UpdateState['why'] | undefined;
  onLater: () => void;
}

/** A version that can be installed, with what is new in it. */
export function OfferedUpdate({ state, why, onLater }: OfferedUpdateProps) {
  const { asking, disabledReason, update } = useUpdating();
  return (
    <UpdateNotice
      state={state}
      disabledReason={why ?? disabledReason}
      busy={asking}
      releases={useReleases()}
      onUpdate={update}
      onLater={onLater}
    />
  );
}
