import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { TEXT_MAX } from '../../../contract/limits.ts';
import { useAction } from '../../console/actions.ts';
import { DialogForm, formDialog } from '../../ui/dialog-form.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';

interface EmailDialogProps extends DialogProps {
  /** The present one. */
  email: string;
}

/** Changes the e-mail of the account. */
export const EmailDialog = formDialog(EmailForm, () => ({ title: 'Change e-mail' }));

function EmailForm({ email, onClose }: EmailDialogProps) {
  const change = useAction('changeEmail', { success: 'E-mail changed' });
  const form = useForm({
    initialValues: { email },
    validate: {
      email: (value) => (/^\S+@\S+\.\S+$/.test(value.trim()) ? null : 'Enter an e-mail address'),
    },
  });
  return (
    <DialogForm
      form={form}
      failed="The e-mail was not changed"
      submit="Save e-mail"
      onSave={(values) => change.mutateAsync({ email: values.email.trim() })}
      onClose={onClose}
    >
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="email"
        required
        data-autofocus
        maxLength={TEXT_MAX.email}
        {...form.getInputProps('email')}
      />
    </DialogForm>
  );
}
