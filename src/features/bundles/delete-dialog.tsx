import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { Bundle } from '../../../contract/shapes/bundle.ts';

interface DeleteDialogProps {
  opened: boolean;
  /** At least one. */
  bundles: readonly Bundle[];
  pending: boolean;
  onDelete: () => void;
  onClose: () => void;
}

/** Asks before bundles are deleted. */
export function DeleteDialog({ opened, bundles, pending, onDelete, onClose }: DeleteDialogProps) {
  const isOne = bundles.length === 1;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      keepMounted={false}
      title={`Delete ${isOne ? bundles[0]?.name : `${bundles.length} bundles`}`}
    >
      <Stack gap="md">
        <Text size="sm">
          Delete {isOne ? 'this bundle' : `these ${bundles.length} bundles`} from the server? This
          cannot be undone.
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button variant="filled" color="red" loading={pending} onClick={onDelete}>
            Delete
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
