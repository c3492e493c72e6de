import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import {
  canRetry,
  isUnsent,
  percentOf,
  stateText,
  type UploadRow,
  uploadPhase,
} from '../../domain/upload-text.ts';
import { Allowed } from '../../ui/allowed.tsx';

interface OutboxRowProps {
  row: UploadRow;
  onRetry: (id: string) => void;
  onRemove: (id: string) => void;
}

export function OutboxRow({ row, onRetry, onRemove }: OutboxRowProps) {
  const { id, name, state } = row;
  const [isAsked, setAsked] = useState(false);
  const quiet = { size: 'xs', variant: 'subtle', color: 'gray' } as const;
  return (
    <Stack component="li" gap={4} px="md" py="xs">
      <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <UploadProgress row={row} />
      {row.inMemory && state.state !== 'done' ? (
        <Text size="sm" c="yellow">
          Not saved on this device: keep this page open until it is sent.
        </Text>
      ) : null}
      {isAsked ? (
        <Text size="sm" role="status">
          It was not sent. Remove it from this device?
        </Text>
      ) : null}
      <Group gap="xs">
        {canRetry(row) && !isAsked ? (
          <Allowed call="upload">
            <Button size="xs" aria-label={`Send again: ${name}`} onClick={() => onRetry(id)}>
              Send again
            </Button>
          </Allowed>
        ) : null}
        {isAsked ? (
          <Button
            size="xs"
            color="red"
            aria-label={`Remove ${name} for good`}
            onClick={() => onRemove(id)}
          >
            Remove
          </Button>
        ) : null}
        {isUnsent(row) ? (
          <Button
            {...quiet}
            aria-label={`${isAsked ? 'Keep' : 'Remove'} ${name}`}
            onClick={() => setAsked(!isAsked)}
          >
            {isAsked ? 'Keep' : 'Remove'}
          </Button>
        ) : (
          <Button {...quiet} aria-label={`Dismiss ${name}`} onClick={() => onRemove(id)}>
            Dismiss
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** How far an upload has got, as a bar while it moves and in words always. */
export function UploadProgress({ row }: { row: UploadRow }) {
  const { name, size, state } = row;
  return (
    <Stack gap={4}>
      {state.state === 'sending' ? (
        <Progress
          size="sm"
          value={percentOf(state.sent, size)}
          aria-label={`Sending ${name}`}
          animated={uploadPhase(state.sent, size) !== 'sending'}
        />
      ) : null}
      <Text
        size="sm"
        c={state.state === 'failed' ? 'red' : 'dimmed'}
        style={{ fontVariantNumeric: 'tabular-nums' }}
      >
        {stateText(row)}
      </Text>
    </Stack>
  );
}
