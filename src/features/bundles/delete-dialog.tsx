import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { useLastShown } from './use-last-shown.ts';

interface DeleteDialogProps {
  opened: boolean;
  /** At least one while the dialog is open. */
  bundles: readonly Bundle[];
  pending: boolean;
  onDelete: () => void;
  onClose: () => void;
}

/** Asks before bundles are deleted. */
export function DeleteDialog({ opened, pending, onDelete, onClose, ...props }: DeleteDialogProps) {
  const bundles = useLastShown(opened ? props.bundles : undefined) ?? [];
  const [first] = bundles;
  const what = bundles.length === 1 ? 'this bundle' : `these ${bundles.length} bundles`;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      keepMounted={false}
      title={bundles.length === 1 ? `Delete ${first?.name}` : `Delete ${bundles.length} bundles`}
    >
      <Stack gap="md">
        <Text size="sm">Delete {what} from the server? This cannot be undone.</Text>
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
