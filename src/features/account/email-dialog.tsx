import { Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { TEXT_MAX } from '../../../contract/limits.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';

interface EmailDialogProps extends DialogProps {
  /** The present one. */
  email: string;
  /** @returns why it was refused; undefined: it is saved */
  onSave: (email: string) => Promise<string | undefined>;
}

/** Changes the e-mail of the account. */
export function EmailDialog(props: EmailDialogProps) {
  const { opened, onClose } = props;
  return (
    <Modal opened={opened} onClose={onClose} keepMounted={false} title="Change e-mail">
      <EmailField {...props} />
    </Modal>
  );
}

function EmailField({ email, onSave, onClose }: EmailDialogProps) {
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
      onSave={(values) => onSave(values.email.trim())}
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
