import { Modal, Table } from '@mantine/core';
import { SCREENS } from '../shell/screens.ts';
import { SCREEN_KEYS } from './keys.ts';
import { Keys } from './palette.tsx';

const ROWS: readonly { readonly keys: readonly string[]; readonly text: string }[] = [
  { keys: ['Ctrl K'], text: 'Search and commands' },
  ...Object.entries(SCREEN_KEYS).map(([key, path]) => ({
    keys: ['G', key.toUpperCase()],
    text: SCREENS.find((screen) => screen.path === path)?.name ?? path,
  })),
  { keys: ['F8'], text: 'Go to the notification on screen' },
  { keys: ['Esc'], text: 'Close a dialog, a menu or a notification' },
  { keys: ['?'], text: 'This list' },
];

/** Every key of the console. */
export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size="sm">
      <Table verticalSpacing="xs">
        <tbody>
          {ROWS.map(({ keys, text }) => (
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
