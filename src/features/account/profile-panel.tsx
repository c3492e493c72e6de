import { Badge, Button, Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { TEXT_MAX } from '../../../contract/text-limits.ts';
import { useAction } from '../../console/actions.ts';
import { useReadData } from '../../console/reads.ts';
import { momentText } from '../../domain/moment.ts';
import { ROLE_TEXTS } from '../../domain/role-text.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { DialogForm, formDialog } from '../../ui/dialog-form.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { AccountPanel } from './account-panel.tsx';
import { PasswordDialog } from './password-dialog.tsx';

/** Name, e-mail, role, level and password. */
export function ProfilePanel() {
  const [changed, setChanged] = useState<'email' | 'password'>();
  const level = useReadData('session')?.user.sovereignLevel;
  const close = () => setChanged(undefined);
  return (
    <AccountPanel title="Profile" room={{ base: '21.5rem', md: '14rem' }}>
      {({ username, email, role, source, createdAt }) => (
        <>
          <DescriptionList
            labelWidth="7rem"
            items={{
              Username: username,
              'E-mail': email || 'None',
              Role: (
                <>
                  <Badge>{role}</Badge>
                  <Text size="sm" c="dimmed">
                    {ROLE_TEXTS[role]}
                  </Text>
                </>
              ),
              'Access level': level || null,
              Password: source === 'oidc' ? 'At the OpenID provider: change it there.' : null,
              Since: momentText(createdAt),
            }}
          />
          <Group gap="xs">
            <Button onClick={() => setChanged('email')}>Change e-mail</Button>
            {source === 'local' ? (
              <Button onClick={() => setChanged('password')}>Change password</Button>
            ) : null}
          </Group>
          <EmailDialog opened={changed === 'email'} email={email} onClose={close} />
          <PasswordDialog opened={changed === 'password'} username={username} onClose={close} />
        </>
      )}
    </AccountPanel>
  );
}

interface EmailDialogProps extends DialogProps {
  /** The present one. */
  email: string;
}

/** Changes the e-mail of the account. */
const EmailDialog = formDialog(EmailForm, () => ({ title: 'Change e-mail' }));

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
