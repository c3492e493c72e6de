import { Box, Loader, Stack, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { CONNECTION_LABELS, type ConnectionLabel } from '../../shared/connection-labels.ts';
import { ageText, durationText } from '../../shared/format.ts';
import { LazyPopover } from '../../ui/lazy-popup.tsx';
import { StatusShape } from '../../ui/status-mark.tsx';
import styles from './connection-indicator.module.css';

interface ConnectionIndicatorProps {
  label: ConnectionLabel;
  /** When the last message arrived, or since when there is no connection: server time, epoch milliseconds. */
  since: number | undefined;
  /** Server time, epoch milliseconds. */
  now: number;
  /** Why the server serves nobody. */
  reason?: string | undefined;
  /** The other connection, which this light never speaks for: the server to the platforms. */
  mesh: string;
}

/** The light that is always there: how this screen is connected to the server, and for how long. */
export function ConnectionIndicator(props: ConnectionIndicatorProps) {
  const { label, since, now, reason, mesh } = props;
  const [opened, setOpened] = useState(false);
  const { word, status, sentence } = CONNECTION_LABELS[label];
  const isLive = label === 'live' || label === 'following';
  const age = since === undefined ? '' : isLive ? ageText(since, now) : durationText(now - since);
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
          <Box component="span" visibleFrom="sm">
            {word} <span className={styles.age}>{age}</span>
          </Box>
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
