import { Button } from '@mantine/core';
import { IconCloudCheck, IconCloudExclamation, IconCloudPause } from '@tabler/icons-react';
import { discardUpload, retryUpload } from '../../console/outbox.ts';
import { isUnsent, type UploadRow, uploadsText } from '../../domain/upload-text.ts';
import type { OutboxItem } from '../../shared/model.ts';
import { CountedPopover, POPOVER_LIST } from '../../ui/counted-popover.tsx';
import { OutboxRow } from './outbox-row.tsx';
import { useUploadNotices } from './use-upload-notices.ts';

/** The uploads of this device. What there is to say of them comes with it: the dialog that uploads loads it too. */
export function DeviceOutbox({ items }: { items: readonly OutboxItem[] }) {
  useUploadNotices(items);
  return (
    <OutboxButton
      rows={items}
      onRetry={(id) => retryUpload(id).catch(reportError)}
      onRemove={(id) => discardUpload(id).catch(reportError)}
    />
  );
}

interface OutboxButtonProps {
  /** At least one, the oldest first. */
  rows: readonly UploadRow[];
  onRetry: (id: string) => void;
  onRemove: (id: string) => void;
}

/** The uploads of this device: how many are not sent, and each of them when it is opened. */
export function OutboxButton({ rows, onRetry, onRemove }: OutboxButtonProps) {
  const unsent = rows.filter(isUnsent).length;
  const ended = rows.filter((row) => !isUnsent(row));
  const isFailed = rows.some(({ state }) => state.state === 'failed');
  // A cloud with a state, as file services show it: an arrow would be taken for a button that uploads.
  const CalmIcon = unsent > 0 ? IconCloudPause : IconCloudCheck;
  const Icon = isFailed ? IconCloudExclamation : CalmIcon;
  return (
    <CountedPopover
      title="Uploads"
      label={uploadsText(rows)}
      icon={<Icon size={20} />}
      count={unsent}
      color={isFailed ? 'red' : 'brand'}
      width="22rem"
    >
      {() => (
        <>
          <ul style={POPOVER_LIST}>
            {rows.toReversed().map((row) => (
              <OutboxRow key={row.id} row={row} onRetry={onRetry} onRemove={onRemove} />
            ))}
          </ul>
          {ended.length > 1 ? (
            <Button
              m="sm"
              size="xs"
              onClick={() => {
                for (const { id } of ended) onRemove(id);
              }}
            >
              {unsent > 0 ? 'Clear what has ended' : 'Clear all'}
            </Button>
          ) : null}
        </>
      )}
    </CountedPopover>
  );
}
