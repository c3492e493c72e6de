import {
  Alert,
  Button,
  Code,
  Group,
  Modal,
  NativeSelect,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { TEXT_MAX, TOKEN_DAYS } from '../../../contract/limits.ts';
import { isAllowed, ROLES, type Role } from '../../../contract/roles.ts';
import type { PayloadOf } from '../../../contract/sent.ts';
import { ROLE_TEXTS } from '../../shared/role-text.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { DialogForm, refusalOf } from '../../ui/dialog-form.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';

interface TokenDialogProps extends DialogProps {
  /** Of the account: a token has no more than that. */
  ownRole: Role;
  onAdd: (token: PayloadOf<'addToken'>) => Promise<{ readonly token: string }>;
}

/** Adds an API token, and shows it this once. */
export function TokenDialog(props: TokenDialogProps) {
  const { opened, onClose } = props;
  const [token, setToken] = useState<string>();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setToken(undefined)}
      // A click beside it, or one key, would lose what is shown once.
      closeOnClickOutside={token === undefined}
      closeOnEscape={token === undefined}
      keepMounted={false}
      size="lg"
      title={token === undefined ? 'Add an API token' : 'Your new API token'}
    >
      {token === undefined ? (
        <TokenFields {...props} onAdded={setToken} />
      ) : (
        <NewToken token={token} onClose={onClose} />
      )}
    </Modal>
  );
}

const DAY_CHOICES = [7, 30, TOKEN_DAYS.default, 180, TOKEN_DAYS.max].map((days) => ({
  value: String(days),
  label: `${days} days`,
}));

/** The token is shown in the same dialog. */
const stay = () => undefined;

interface TokenFieldsProps extends TokenDialogProps {
  onAdded: (token: string) => void;
}

function TokenFields({ ownRole, onAdd, onAdded, onClose }: TokenFieldsProps) {
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
        refusalOf(
          onAdd({ ...values, name: values.name.trim(), days: Number(days) }).then(({ token }) =>
            onAdded(token),
          ),
        )
      }
      onClose={onClose}
      onSaved={stay}
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

function NewToken({ token, onClose }: { token: string; onClose: () => void }) {
  const example = `curl -H "Authorization: Bearer ${token}" ${location.origin}/api/dashboard/stats`;
  return (
    <Stack gap="md">
      <Alert color="yellow">Copy it now: it is not shown again.</Alert>
      <CopyField label="API token" value={token} isFocused />
      <div>
        <Text size="sm" fw={500}>
          Example
        </Text>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {example}
        </Code>
      </div>
      <Group justify="flex-end">
        <Button variant="filled" onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
