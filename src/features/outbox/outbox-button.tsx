import { ActionIcon, Indicator, Stack, Title } from '@mantine/core';
import { IconCloudCheck, IconCloudExclamation, IconCloudPause } from '@tabler/icons-react';
import { useState } from 'react';
import { countText, isUnsent, type UploadRow } from '../../shared/upload-text.ts';
import { LazyPopover } from '../../ui/lazy-popup.tsx';
import { OutboxRow } from './outbox-row.tsx';

interface OutboxButtonProps {
  /** At least one, the oldest first. */
  rows: readonly UploadRow[];
  onRetry: (id: string) => void;
  onRemove: (id: string) => void;
}

const COUNTED_MAX = 9;

/** The uploads of this device: how many are not sent, and each of them when it is opened. */
export function OutboxButton({ rows, onRetry, onRemove }: OutboxButtonProps) {
  const [opened, setOpened] = useState(false);
  const unsent = rows.filter(isUnsent).length;
  const isFailed = rows.some(({ state }) => state.state === 'failed');
  return (
    <Indicator
      inline
      label={unsent > COUNTED_MAX ? `${COUNTED_MAX}+` : unsent}
      disabled={unsent === 0}
      size={16}
      offset={7}
      color={isFailed ? 'red' : 'brand'}
    >
      <LazyPopover
        opened={opened}
        onChange={setOpened}
        position="bottom-end"
        width="22rem"
        trapFocus
        dropdown={{ p: 0 }}
        button={
          <ActionIcon size="lg" aria-label={countText(rows)}>
            <OutboxIcon unsent={unsent} isFailed={isFailed} />
          </ActionIcon>
        }
      >
        <Title order={2} px="md" py="sm">
          Uploads
        </Title>
        <Stack
          component="ul"
          gap={0}
          m={0}
          p={0}
          mah="min(28rem, 60dvh)"
          style={{ listStyle: 'none', overflowY: 'auto' }}
        >
          {rows.toReversed().map((row) => (
            <OutboxRow key={row.id} row={row} onRetry={onRetry} onRemove={onRemove} />
          ))}
        </Stack>
      </LazyPopover>
    </Indicator>
  );
}

/** A cloud with a state, as file services show it: an arrow would be taken for a button that uploads. */
function OutboxIcon({ unsent, isFailed }: { unsent: number; isFailed: boolean }) {
  if (isFailed) return <IconCloudExclamation size={20} aria-hidden="true" />;
  if (unsent > 0) return <IconCloudPause size={20} aria-hidden="true" />;
  return <IconCloudCheck size={20} aria-hidden="true" />;
}
