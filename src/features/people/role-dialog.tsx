import { Modal, Radio, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ROLES, type Role } from '../../../contract/roles.ts';
import type { Person } from '../../../contract/shapes/people.ts';
import { ROLE_TEXTS } from '../../shared/role-text.ts';
import { DialogForm, refusalOf } from '../../ui/dialog-form.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';

interface RoleDialogProps extends DialogProps {
  person: Person | undefined;
  onSave: (id: string, role: Role) => Promise<unknown>;
}

/** Chooses what a person may do, and says what each role is. */
export function RoleDialog({ opened, onClose, person, onSave }: RoleDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      keepMounted={false}
      title={`Role of ${person?.username ?? ''}`}
    >
      {person === undefined ? null : (
        <RoleFields
          initial={person.role}
          onSave={(role) => onSave(person.id, role)}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

interface RoleFieldsProps {
  initial: Role;
  onSave: (role: Role) => Promise<unknown>;
  onClose: () => void;
}

function RoleFields({ initial, onSave, onClose }: RoleFieldsProps) {
  const form = useForm({ initialValues: { role: initial } });
  return (
    <DialogForm
      form={form}
      failed="The role was not changed"
      submit="Save role"
      disabled={!form.isDirty()}
      onSave={({ role }) => refusalOf(onSave(role))}
      onClose={onClose}
    >
      <Radio.Group
        aria-label="Role"
        description="It takes effect at once on all their devices."
        {...form.getInputProps('role')}
      >
        <Stack gap="sm" mt="sm">
          {ROLES.map((role) => (
            <Radio key={role} value={role} label={role} description={ROLE_TEXTS[role]} />
          ))}
        </Stack>
      </Radio.Group>
    </DialogForm>
  );
}
