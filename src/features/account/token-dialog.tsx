import { Code, NativeSelect, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { TOKEN_DAYS } from '../../../contract/account-limits.ts';
import { isAllowed, ROLES, type Role } from '../../../contract/roles.ts';
import { TEXT_MAX } from '../../../contract/text-limits.ts';
import { useAction } from '../../console/actions.ts';
import { ROLE_TEXTS } from '../../domain/role-text.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { RevealDialog } from '../../ui/reveal-dialog.tsx';

interface TokenDialogProps extends DialogProps {
  /** Of the account: a token has no more than that. */
  ownRole: Role;
}

/** Adds an API token, and shows it this once. */
export function TokenDialog({ ownRole, ...dialog }: TokenDialogProps) {
  return (
    <RevealDialog
      {...dialog}
      size="lg"
      title="Add an API token"
      revealedTitle="Your new API token"
      advice="Copy it now: it is not shown again."
      form={(onAdded) => (
        <TokenFields ownRole={ownRole} onAdded={onAdded} onClose={dialog.onClose} />
      )}
    >
      {(token) => <NewToken token={token} />}
    </RevealDialog>
  );
}

const DAY_CHOICES = [7, 30, TOKEN_DAYS.default, 180, TOKEN_DAYS.max].map((days) => ({
  value: String(days),
  label: `${days} days`,
}));

interface TokenFieldsProps extends Omit<TokenDialogProps, 'opened'> {
  onAdded: (token: string) => void;
}

function TokenFields({ ownRole, onAdded, onClose }: TokenFieldsProps) {
  const addition = useAction('addToken');
  const form = useForm({
    initialValues: { name: '', role: 'viewer' as Role, days: String(TOKEN_DAYS.default) },
    validate: { name: (name) => (name.trim() === '' ? 'Enter a name' : null) },
  });
  return (
    <DialogForm
      form={form}
      failed="The token was not added"
      submit="Add token"
      onSave={({ days, ...values }) =>
        addition
          .mutateAsync({ ...values, name: values.name.trim(), days: Number(days) })
          .then(({ token }) => onAdded(token))
      }
      onClose={onClose}
      staysOpen
    >
      <TextInput
        label="Name"
        description="Of the program that uses it"
        required
        data-autofocus
        autoComplete="off"
        maxLength={TEXT_MAX.credentialName}
        {...form.getInputProps('name')}
      />
      <NativeSelect
        label="Role"
        description={ROLE_TEXTS[form.values.role]}
        data={ROLES.filter((given) => isAllowed(ownRole, given))}
        {...form.getInputProps('role')}
      />
      <NativeSelect label="Expires after" data={DAY_CHOICES} {...form.getInputProps('days')} />
    </DialogForm>
  );
}

function NewToken({ token }: { token: string }) {
  const example = `curl -H "Authorization: Bearer ${token}" ${location.origin}/api/dashboard/stats`;
  return (
    <>
      <CopyField label="API token" value={token} isFocused />
      <div>
        <Text size="sm" fw={500}>
          Example
        </Text>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {example}
        </Code>
      </div>
    </>
  );
}
