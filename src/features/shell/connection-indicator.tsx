import { Loader, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { CONNECTION_LABELS, type ConnectionLabel } from '../../domain/connection-labels.ts';
import { lazyPopup } from '../../ui/lazy-popup.tsx';
import { StatusShape } from '../../ui/status-mark.tsx';
import styles from './connection-indicator.module.css';
import type { ConnectionPopoverProps } from './connection-popover.tsx';

const Popover = lazyPopup<ConnectionPopoverProps>(
  'dialog',
  async () => (await import('./connection-popover.tsx')).ConnectionPopover,
);

interface ConnectionIndicatorProps {
  label: ConnectionLabel;
  /** How long ago the last message arrived, or for how long there is no connection. */
  age: string;
  /** Why the server serves nobody. */
  reason?: string | undefined;
  /** The other connection, which this light never speaks for: the server to the platforms. */
  mesh: string;
}

/** The light that is always there: how this screen is connected to the server, and for how long. */
export function ConnectionIndicator({ label, age, reason, mesh }: ConnectionIndicatorProps) {
  const [opened, setOpened] = useState(false);
  const { word, status } = CONNECTION_LABELS[label];
  return (
    <Popover
      label={label}
      word={word}
      reason={reason}
      mesh={mesh}
      opened={opened}
      onChange={setOpened}
      button={
        <UnstyledButton
          className={styles.indicator ?? ''}
          aria-label={`Connection to the server: ${word} ${age}`}
        >
          {label === 'connecting' ? (
            <Loader size="0.625rem" color="blue" />
          ) : (
            <StatusShape status={status} />
          )}
          <span className={styles.words}>
            {word} <span className={styles.age}>{age}</span>
          </span>
        </UnstyledButton>
      }
    />
  );
}
