import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { PASSWORD_MIN } from '../../../contract/account-limits.ts';
import { useAction } from '../../console/actions.ts';
import { PasswordField } from '../../ui/account-fields.tsx';
import { DialogForm, formDialog } from '../../ui/dialog-form.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';

interface PasswordDialogProps extends DialogProps {
  /** For password managers. */
  username: string;
}

/** Changes the password of the account. */
export const PasswordDialog = formDialog(PasswordForm, () => ({ title: 'Change password' }));

function PasswordForm({ username, onClose }: PasswordDialogProps) {
  const change = useAction('changePassword', {
    success: { title: 'Password changed', message: 'All other devices are signed out.' },
  });
  const form = useForm({
    initialValues: { password: '', next: '', repeated: '' },
    validate: {
      password: (value) => (value === '' ? 'Enter the present password' : null),
      next: (value) =>
        value.length < PASSWORD_MIN ? `Enter at least ${PASSWORD_MIN} characters` : null,
      repeated: (value, { next }) => (value === next ? null : 'Passwords do not match'),
    },
  });
  return (
    <DialogForm
      form={form}
      failed="The password was not changed"
      submit="Save password"
      onSave={({ password, next }) => change.mutateAsync({ password, next })}
      onClose={onClose}
    >
      <Text size="sm">Your other devices are signed out. This one stays signed in.</Text>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label="Present password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
      <PasswordField
        label="New password"
        name="next"
        description={`At least ${PASSWORD_MIN} characters; a long phrase is best. Common passwords are refused.`}
        autoComplete="new-password"
        {...form.getInputProps('next')}
      />
      <PasswordField
        label="New password again"
        name="repeated"
        autoComplete="new-password"
        {...form.getInputProps('repeated')}
      />
    </DialogForm>
  );
}
