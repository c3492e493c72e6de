import { Button, Group, Modal, Stack, Text } from '@mantine/core';

interface UnsentDialogProps {
  opened: boolean;
  /** How many uploads would be lost. */
  unsent: number;
  onClose: () => void;
  onLeave: () => void;
}

/** Asks before signing out removes from this device what was not sent. */
export function UnsentDialog({ opened, unsent, onClose, onLeave }: UnsentDialogProps) {
  const what = unsent === 1 ? '1 upload has not been sent' : `${unsent} uploads have not been sent`;
  return (
    <Modal opened={opened} onClose={onClose} title="Unsent uploads">
      <Stack gap="md">
        <Text size="sm">
          {what}. Signing out removes {unsent === 1 ? 'it' : 'them'} from this device.
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button data-autofocus onClick={onClose}>
            Stay signed in
          </Button>
          <Button variant="filled" color="red" onClick={onLeave}>
            Sign out and remove
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
