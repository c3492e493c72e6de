import { Button, Group, Modal, Stack, Text } from '@mantine/core';

interface UnsentDialogProps {
  /** How many uploads would be lost. */
  unsent: number;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before signing out removes from this device what was not sent. */
export function UnsentDialog({ unsent, onStay, onLeave }: UnsentDialogProps) {
  const what = unsent === 1 ? '1 upload has not been sent' : `${unsent} uploads have not been sent`;
  return (
    <Modal opened onClose={onStay} title="Unsent uploads">
      <Stack gap="md">
        <Text size="sm">
          {what}. Signing out removes {unsent === 1 ? 'it' : 'them'} from this device.
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button data-autofocus onClick={onStay}>
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
