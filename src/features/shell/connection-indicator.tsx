import { Loader, Stack, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { CONNECTION_LABELS, type ConnectionLabel } from '../../domain/connection-labels.ts';
import { LazyPopover } from '../../ui/lazy-popup.tsx';
import { StatusShape } from '../../ui/status-mark.tsx';
import styles from './connection-indicator.module.css';

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
export function ConnectionIndicator(props: ConnectionIndicatorProps) {
  const { label, age, reason, mesh } = props;
  const [opened, setOpened] = useState(false);
  const { word, status, sentence } = CONNECTION_LABELS[label];
  return (
    <LazyPopover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="20rem"
      dropdown={{ maw: 'calc(100vw - 1rem)' }}
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
    >
      <Stack gap="sm">
        <Line title="This screen to the server" text={`${word}. ${reason ?? sentence}`} />
        <Line title="The server to the platforms" text={mesh} />
      </Stack>
    </LazyPopover>
  );
}

function Line({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <Text size="xs" c="dimmed" fw={600}>
        {title}
      </Text>
      <Text size="sm">{text}</Text>
    </div>
  );
}
