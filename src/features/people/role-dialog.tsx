import { Radio, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ROLES } from '../../../contract/roles.ts';
import type { Person } from '../../../contract/shapes/people.ts';
import { useAction } from '../../console/actions.ts';
import { ROLE_TEXTS } from '../../domain/role-text.ts';
import { DialogForm, formDialog } from '../../ui/dialog-form.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { messageOf } from './person-actions.ts';

interface RoleDialogProps extends DialogProps {
  person: Person;
}

/** Chooses what a person may do, and says what each role is. */
export const RoleDialog = formDialog(RoleForm, ({ person }: RoleDialogProps) => ({
  title: `Role of ${person.username}`,
}));

function RoleForm({ person: { id, role }, onClose }: RoleDialogProps) {
  const change = useAction('changePerson', { success: messageOf });
  const form = useForm({ initialValues: { role } });
  return (
    <DialogForm
      form={form}
      failed="The role was not changed"
      submit="Save role"
      disabled={!form.isDirty()}
      onSave={(values) => change.mutateAsync({ params: { id }, ...values })}
      onClose={onClose}
    >
      <Radio.Group
        aria-label="Role"
        description="It takes effect at once on all their devices."
        {...form.getInputProps('role')}
      >
        <Stack gap="sm" mt="sm">
          {ROLES.map((one) => (
            <Radio key={one} value={one} label={one} description={ROLE_TEXTS[one]} />
          ))}
        </Stack>
      </Radio.Group>
    </DialogForm>
  );
}
