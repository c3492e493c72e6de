import { Modal, Switch, Table } from '@mantine/core';
import { useState } from 'react';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { SCREENS } from '../../ui/screens.ts';
import { SCREEN_KEYS, singleKeys } from './keys.ts';
import { Keys } from './palette.tsx';

interface KeysRow {
  readonly keys: readonly string[];
  readonly text: string;
}

const SINGLE: readonly KeysRow[] = [
  ...Object.entries(SCREEN_KEYS).map(([key, path]) => ({
    keys: ['G', key.toUpperCase()],
    text: SCREENS.find((screen) => screen.path === path)?.name ?? path,
  })),
  { keys: ['?'], text: 'This list' },
];
const OTHERS: readonly KeysRow[] = [
  { keys: ['Ctrl K'], text: 'Search and commands' },
  { keys: ['F8'], text: 'Go to the notification on screen' },
  { keys: ['Esc'], text: 'Close a dialog, a menu or a notification' },
];

/** Every key of the console. */
export function KeysDialog({ opened, onClose }: DialogProps) {
  const [isOn, setOn] = useState(singleKeys.areOn);
  function toggle(next: boolean): void {
    singleKeys.switch(next);
    setOn(singleKeys.areOn());
  }
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size="sm">
      <Switch
        label="Single-key shortcuts"
        description="G with a letter, and ?. This device remembers it."
        checked={isOn}
        onChange={({ currentTarget }) => toggle(currentTarget.checked)}
        mb="sm"
      />
      <Table verticalSpacing="xs">
        <tbody>
          {[...OTHERS, ...(isOn ? SINGLE : [])].map(({ keys, text }) => (
            <tr key={text}>
              <th scope="row" style={{ width: '100%', fontWeight: 400 }}>
                {text}
              </th>
              <td>
                <Keys keys={keys} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Modal>
  );
}
