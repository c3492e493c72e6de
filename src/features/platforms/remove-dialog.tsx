import { Checkbox, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { PlatformRow } from '../../../contract/shapes/platform.ts';
import { useAction } from '../../console/actions.ts';
import { DialogForm, formDialog } from '../../ui/dialog-form.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';

interface RemoveDialogProps extends DialogProps {
  row: Pick<PlatformRow, 'id' | 'name'> | undefined;
}

/** Says what removing a platform does, and asks what becomes of its history. */
export const RemoveDialog = formDialog(RemoveForm, ({ row }: RemoveDialogProps) => ({
  title: `Remove ${row?.name}?`,
}));

function RemoveForm({ row, onClose }: RemoveDialogProps) {
  const removal = useAction('removePlatform', { success: 'Platform removed' });
  const form = useForm({ initialValues: { erase: false } });
  return (
    <DialogForm
      form={form}
      failed="It was not removed"
      submit="Remove platform"
      call="removePlatform"
      destructive
      onSave={async ({ erase }) => {
        const history = erase ? 'erase' : 'keep';
        if (row) await removal.mutateAsync({ params: { id: row.id }, history });
      }}
      onClose={onClose}
    >
      <Text size="sm">
        It is not probed any more. Its open incident, a running proof and a deployment to it end.
        Alert rules and maintenance windows forget it; those for it alone are deleted.
      </Text>
      <Checkbox
        label="Erase its history"
        description="Probes and incidents are deleted now, and cannot be brought back. Otherwise they are stored as long as those of the others."
        {...form.getInputProps('erase', { type: 'checkbox' })}
      />
    </DialogForm>
  );
}
