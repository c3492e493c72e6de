import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { PlatformRow } from '../../../contract/shapes/platform.ts';
import { useAction } from '../../console/actions.ts';
import { useReadData } from '../../console/reads.ts';
import { FILE_REASON, fixedReason, usePause } from './platform-changes.ts';

export interface PlatformMenuProps {
  row: PlatformRow;
  /** All ids, in their order. */
  ids: readonly string[];
  onEdit: (id: string) => void;
  onRemove: (id: string) => void;
  onWitness: (id: string) => void;
}

/** What can be done with a platform, and why not everything. */
export function PlatformMenu({ row, ids, onEdit, onRemove, onWitness }: PlatformMenuProps) {
  const { id, name } = row;
  const pause = usePause(row);
  const isPeer = useReadData('witnessing')?.some((one) => one.id === id);
  const order = useAction('orderPlatforms', { failure: 'The order was not changed' });
  const place = ids.indexOf(id);
  const moves = { 'Move to the top': 0, 'Move up': place - 1, 'Move down': place + 1 };
  const reason = fixedReason(row);
  function moveTo(to: number): void {
    const others = ids.filter((one) => one !== id);
    order.mutate({ ids: others.toSpliced(to, 0, id) });
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          size="xs"
          aria-label={`More about ${name}`}
          loading={pause.isPending || order.isPending}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown maw="16rem">
        {reason ? <Menu.Label>{reason}</Menu.Label> : null}
        <Menu.Item disabled={reason !== undefined} onClick={() => onEdit(id)}>
          Edit
        </Menu.Item>
        {isPeer && !row.simulated ? (
          <Menu.Item onClick={() => onWitness(id)}>Witness</Menu.Item>
        ) : null}
        <Menu.Item onClick={pause.toggle}>{pause.label}</Menu.Item>
        {Object.entries(moves).map(([text, to]) => (
          <Menu.Item
            key={text}
            disabled={to === place || ids[to] === undefined}
            onClick={() => moveTo(to)}
          >
            {text}
          </Menu.Item>
        ))}
        <Menu.Item color="red" disabled={reason === FILE_REASON} onClick={() => onRemove(id)}>
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
