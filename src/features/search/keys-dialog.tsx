import { Kbd, Modal, Table } from '@mantine/core';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';

const KEYS = {
  'Search and commands': 'Ctrl K',
  'Go to the notification on screen': 'F8',
  'Close a dialog, a menu or a notification': 'Esc',
} as const;

/** Every key of the console. None is a command alone, without Ctrl or Cmd (WCAG 2.1.4). */
export function KeysDialog({ opened, onClose }: DialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size="sm">
      <Table verticalSpacing="xs">
        <tbody>
          {Object.entries(KEYS).map(([text, key]) => (
            <tr key={key}>
              <th scope="row" style={{ width: '100%', fontWeight: 400 }}>
                {text}
              </th>
              <td>
                <Kbd size="xs">{key}</Kbd>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Modal>
  );
}
